#!/bin/sh
# The manual page, from what the program says of itself: man.sh PROGRAM >gpumodel.1
#
# Its commands and options come from the tables that parse, so the page cannot fall behind them.
set -eu
program=$1

# Text as it stands: roff's own characters made plain.
verbatim() {
	echo .nf
	sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
	echo .fi
}

commands=$("$program" help | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p')

cat <<END
.TH GPUMODEL 1 "" "$("$program" --version)" "User Commands"
.SH NAME
$("$program" help | sed -n '1s/: / \\- /p')
.SH SYNOPSIS
.B gpumodel
.I COMMAND
\&...
.SH DESCRIPTION
END
"$program" help | tail -n +2 | verbatim
for command in $commands; do
	printf '.SH %s\n' "$(echo "$command" | tr '[:lower:]' '[:upper:]')"
	"$program" help "$command" | verbatim
done
cat <<'END'
.SH ENVIRONMENT
.TP
.B GPUMODEL_PATH
folders, separated by colons, that hold devices/ and models/ of your own
.TP
.B XDG_DATA_HOME, HOME
gpumodel/ in the first, else .local/share/gpumodel/ in the second, is such a folder too
END
