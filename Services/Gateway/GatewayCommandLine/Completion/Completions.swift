/// Completion scripts for shells. Each asks the gateway itself, so the scripts need no update when commands change.
package enum Completions {
    package static let bash = """
        # bash completion for gateway; made by: gateway completions bash
        _gateway() {
            local current="${COMP_WORDS[COMP_CWORD]}" line
            local IFS=$'\\n'
            COMPREPLY=()
            while IFS= read -r line; do
                if [ "$line" = ":files" ]; then
                    compopt -o filenames 2>/dev/null
                    COMPREPLY+=($(compgen -f -- "$current"))
                else
                    COMPREPLY+=("${line%%$'\\t'*}")
                fi
            done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        # In the order in which the gateway proposes, where bash can: the newest first, not the smallest.
        complete -o nosort -F _gateway gateway 2>/dev/null || complete -F _gateway gateway

        """

    package static let zsh = """
        #compdef gateway
        # zsh completion for gateway; made by: gateway completions zsh
        _gateway() {
            local line tab=$'\\t' files=
            local -a proposals
            for line in "${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                if [[ "$line" == ":files" ]]; then
                    files=1
                elif [[ "$line" == *"$tab"* ]]; then
                    proposals+=("${${line%%$tab*}//:/\\\\:}:${line#*$tab}")
                elif [[ -n "$line" ]]; then
                    proposals+=("${line//:/\\\\:}")
                fi
            done
            [[ -n "$files" ]] && _files
            (( $#proposals )) && _describe -V gateway proposals
        }
        if [ "$funcstack[1]" = _gateway ]; then _gateway "$@"; else compdef _gateway gateway; fi

        """

    package static let fish = """
        # fish completion for gateway; made by: gateway completions fish
        function __gateway_proposals
            set -l words (commandline -opc) (commandline -ct)
            for line in ($words[1] __complete -- $words[2..-1] 2>/dev/null)
                if test "$line" = ":files"
                    __fish_complete_path (commandline -ct)
                else
                    echo $line
                end
            end
        end
        complete -c gateway -f -k -a '(__gateway_proposals)'

        """
}
