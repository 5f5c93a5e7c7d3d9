# libgpumodel, shared and static: the objects of every room behind src/gpumodel.h. And where a
# distribution puts it all: program, manual page, library, headers, pkg-config file, devices,
# models, schemas.

set(GM_PUBLIC_ROOT ${CMAKE_SOURCE_DIR}/src)

# gm_public_headers(OUT): what gpumodel.h includes, and what that includes, from src/ on. So no list
# of installed headers can fall behind, and none is installed that no user reaches.
function(gm_public_headers out)
	set(found "")
	set(open gpumodel.h)
	while(open)
		list(POP_FRONT open header)
		list(APPEND found ${header})
		file(STRINGS ${GM_PUBLIC_ROOT}/${header} includes REGEX "^#include \"")
		set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
		        ${GM_PUBLIC_ROOT}/${header})
		foreach(line IN LISTS includes)
			string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" included ${line})
			if(NOT included IN_LIST found AND NOT included IN_LIST open)
				list(APPEND open ${included})
			endif()
		endforeach()
	endwhile()
	set(${out} ${found} PARENT_SCOPE)
endfunction()

# gm_library(NAME KIND)
function(gm_library name kind)
	set(objects "")
	foreach(room IN LISTS GM_ROOM_TARGETS)
		list(APPEND objects $<TARGET_OBJECTS:${room}>)
	endforeach()
	add_library(${name} ${kind} ${objects})
	set_target_properties(${name} PROPERTIES OUTPUT_NAME gpumodel LINKER_LANGUAGE C
	        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
	        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
	        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
	target_link_libraries(${name} PRIVATE gm_flags PkgConfig::LIBXML2 PkgConfig::JANSSON
	        PkgConfig::LIBELF iberty m)
endfunction()

gm_library(gpumodel_shared SHARED)
gm_library(gpumodel_static STATIC)
target_link_options(gpumodel_shared PRIVATE -Wl,--exclude-libs,libiberty.a
        $<$<NOT:$<BOOL:${GM_SANITIZE}>>:-Wl,--no-undefined>)

# ---- install ----

gm_public_headers(headers)
foreach(header IN LISTS headers)
	get_filename_component(folder ${header} DIRECTORY)
	install(FILES ${GM_PUBLIC_ROOT}/${header}
	        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpumodel/${folder})
endforeach()
install(TARGETS gpumodel gpumodel_shared gpumodel_static)
foreach(folder devices models schemas)
	install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gpumodel/${folder}
	        PATTERN README.md EXCLUDE)
endforeach()

# The manual page is what the program says of itself.
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/gpumodel.1
        COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/man.sh $<TARGET_FILE:gpumodel>
                > ${CMAKE_BINARY_DIR}/gpumodel.1
        DEPENDS gpumodel cmake/man.sh VERBATIM)
add_custom_target(manual ALL DEPENDS ${CMAKE_BINARY_DIR}/gpumodel.1)
install(FILES ${CMAKE_BINARY_DIR}/gpumodel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# The prefix is found from where the file lies, so that an installed tree may be moved.
cmake_path(SET at_prefix NORMALIZE ${CMAKE_INSTALL_PREFIX})
cmake_path(SET at_pc NORMALIZE ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH GM_PC_TO_PREFIX ${at_pc} ${at_prefix})
configure_file(cmake/gpumodel.pc.in gpumodel.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/gpumodel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
