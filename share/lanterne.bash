# Completion for bash: source it, or install it as /usr/share/bash-completion/completions/lanterne.
_lanterne() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" = 1 ]; then
        words=$(lanterne --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [ "${word#-}" != "$word" ]; then
        words=$(lanterne "$command" --help 2>/dev/null | grep -o -- '--[a-z-]*' | sort -u)
    elif [ "$command" = admin ]; then
        case " ${COMP_WORDS[*]:2:COMP_CWORD-2} " in
        *" list "* | *" close "* | *" remove "* | *" password "* | *" backup "* | *" sanctions "* | *" lift "* | *" audit "*) ;;
        *" --for " | *" --reason " | *" --note " | *" --limit " | *" --after ") ;;
        *" reports "*) words="dismiss warn mute suspend close" ;;
        *" --data " | *" --store " | *" = ") ;;
        *) words="list close remove password reports sanctions lift audit backup" ;;
        esac
    elif [ "$command" = store ] && [ "$COMP_CWORD" = 2 ]; then
        words="migrate check export import"
    elif [ "$COMP_CWORD" = 2 ] && [ "$command" != verify ] && [ "$command" != replay ] && [ "$command" != review ] && [ "$command" != serve ]; then
        words=$(lanterne games --json 2>/dev/null | grep -o '"name": *"[a-z-]*"' | sed 's/.*"\([a-z-]*\)"$/\1/')
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
# Where it has nothing to say, names of files.
complete -o default -F _lanterne lanterne
