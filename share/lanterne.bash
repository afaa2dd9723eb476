# Completion for bash: source it, or install it as /usr/share/bash-completion/completions/lanterne.
_lanterne() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" = 1 ]; then
        words=$(lanterne --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [ "${word#-}" != "$word" ]; then
        words=$(lanterne "$command" --help 2>/dev/null | grep -o -- '--[a-z-]*' | sort -u)
    elif [ "$command" = admin ]; then
        words="list close remove password backup"
    elif [ "$command" = store ] && [ "$COMP_CWORD" = 2 ]; then
        words="migrate check export import"
    elif [ "$COMP_CWORD" = 2 ] && [ "$command" != verify ] && [ "$command" != replay ] && [ "$command" != serve ]; then
        words=$(lanterne games --json 2>/dev/null | grep -o '"name": *"[a-z-]*"' | sed 's/.*"\([a-z-]*\)"$/\1/')
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ "${#COMPREPLY[@]}" != 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _lanterne lanterne
