# gm_room(NAME USES room... LIBRARIES target...)
#
# A room is src/NAME as a static library gm_NAME. Its headers are reached through a folder of the build
# tree that holds a link to this one room, so that what a room includes is what it names here.

add_library(gm_flags INTERFACE)
target_compile_options(gm_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
        -Wmissing-prototypes $<$<BOOL:${GM_WERROR}>:-Werror>)
# Numbers are the same on every processor; and nobody replaces functions of the library.
target_compile_options(gm_flags INTERFACE -ffp-contract=off -fno-trapping-math -fno-semantic-interposition)
target_compile_definitions(gm_flags INTERFACE _GNU_SOURCE)
if(GM_SANITIZE)
	target_compile_options(gm_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
	        -fno-omit-frame-pointer)
	target_link_options(gm_flags INTERFACE -fsanitize=address,undefined)
endif()

set(GM_ROOM_TARGETS "" CACHE INTERNAL "every room, bottom-up")

function(gm_room name)
	cmake_parse_arguments(ROOM "" "" "USES;LIBRARIES" ${ARGN})
	set(view ${CMAKE_BINARY_DIR}/rooms/${name})
	file(MAKE_DIRECTORY ${view})
	file(CREATE_LINK ${CMAKE_SOURCE_DIR}/src/${name} ${view}/${name} SYMBOLIC)
	file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.c)
	if(NOT sources)
		file(WRITE ${CMAKE_BINARY_DIR}/rooms/empty.c "typedef int gm_empty_room;\n")
		set(sources ${CMAKE_BINARY_DIR}/rooms/empty.c)
	endif()
	add_library(gm_${name} STATIC ${sources})
	target_include_directories(gm_${name} PUBLIC ${view})
	target_link_libraries(gm_${name} PRIVATE gm_flags m)
	foreach(used IN LISTS ROOM_USES)
		target_link_libraries(gm_${name} PUBLIC gm_${used})
	endforeach()
	target_link_libraries(gm_${name} PRIVATE ${ROOM_LIBRARIES})
	set(GM_ROOM_TARGETS ${GM_ROOM_TARGETS} gm_${name} CACHE INTERNAL "every room, bottom-up")
endfunction()
