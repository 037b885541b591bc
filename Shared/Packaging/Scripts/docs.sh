#!/usr/bin/env bash
# Makes one static site of the manual and all other documents, by pandoc, and checks its links. The same documents give
# the same bytes.
#
# Usage: Shared/Packaging/Scripts/docs.sh [DIRECTORY_OF_THE_SITE]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
site=$(realpath -m "${1:-.build/docs}")
parts=Shared/Packaging/Docs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8

# The documents in the order of the navigation. Those that it does not name come last.
manual=(README install first-day running backup upgrade security troubles containers)
reference=(SETTINGS HOUSEKEEPING APP CHARTS NOTIFICATIONS SUBSCRIPTIONS SCANNER PATTERNS BONDS)
makers=(TUTORIAL ARCHITECTURE GLOSSARY PROTOCOL REFERENCE THREATS ASVS SCALING SPEED COMPARISON)
for file in Shared/Docs/*.md; do
    name=$(basename "$file" .md)
    [[ " ${reference[*]} ${makers[*]} " == *" $name "* ]] || makers+=("$name")
done
top=(README)
for name in CHANGELOG CONTRIBUTING; do [ ! -f "$name.md" ] || top+=("$name"); done

# Each file of the site: its path in the repository, and in the site.
{
    printf 'Shared/Docs/Manual/README.md\tindex.html\n'
    printf 'Shared/Docs/Manual/%s.md\t%s.html\n' $(printf '%s ' "${manual[@]:1}" | sed 's/[^ ]*/& &/g')
    printf 'Shared/Docs/%s.md\t%s.html\n' $(printf '%s ' "${reference[@]}" "${makers[@]}" | sed 's/[^ ]*/& &/g')
    printf '%s.md\t%s.html\n' $(printf '%s ' "${top[@]}" | sed 's/[^ ]*/& &/g')
    printf 'Shared/Docs/Decisions\tDecisions/index.html\n'
    for file in Shared/Docs/Decisions/*.md; do printf '%s\tDecisions/%s.html\n' "$file" "$(basename "$file" .md)"; done
    for file in Shared/Docs/Pictures/*; do printf '%s\tPictures/%s\n' "$file" "$(basename "$file")"; done
    for file in LICENSE NOTICE; do [ ! -f $file ] || printf '%s\t%s.txt\n' $file $file; done
} > "$work/site"

title() { sed -n 's/^# //p;T;q' "$1"; }

# The navigation, as a page of the given depth shows it; the page itself is marked.
navigation() {
    local root=$1 here=$2
    entry() {
        local current=
        [ "$2" != "$here" ] || current=' aria-current="page"'
        printf '<li><a href="%s%s"%s>%s</a></li>\n' "$root" "$2" "$current" "$1"
    }
    echo '<h2>Manual</h2><ul>'
    entry Contents index.html
    for name in "${manual[@]:1}"; do entry "$(title "Shared/Docs/Manual/$name.md")" "$name.html"; done
    echo '</ul><h2>Reference</h2><ul>'
    for name in "${reference[@]}"; do entry "$(title "Shared/Docs/$name.md")" "$name.html"; done
    echo '</ul><h2>How it is made</h2><ul>'
    for name in "${top[@]}"; do entry "$([ $name = README ] && echo Overview || title "$name.md")" "$name.html"; done
    for name in "${makers[@]}"; do entry "$(title "Shared/Docs/$name.md")" "$name.html"; done
    entry Decisions Decisions/index.html
    echo '</ul>'
}

# One page: its text, its path in the repository, and in the site.
page() {
    local file=$1 root=
    export SOURCE=$2 TARGET=$3 SITE=$work/site
    [[ $TARGET != */* ]] || root=../
    mkdir -p "$work/html/$(dirname "$TARGET")"
    pandoc --from gfm --to html5 --standalone --no-highlight --wrap preserve --toc --toc-depth 2 \
        --template "$parts/page.html" --lua-filter "$parts/links.lua" \
        --variable root="$root" --variable navigation="$(navigation "$root" "$TARGET")" \
        --metadata pagetitle="$(title "$file")" --output "$work/html/$TARGET" "$file"
}

{
    printf '# Decisions\n\nWhy things are as they are.\n\n'
    for file in Shared/Docs/Decisions/*.md; do printf -- '- [%s](%s)\n' "$(title "$file")" "$(basename "$file")"; done
} > "$work/decisions.md"

pages=()
while IFS=$'\t' read -r from to; do
    case $from in
        Shared/Docs/Decisions) page "$work/decisions.md" Shared/Docs/Decisions/README.md "$to" & pages+=($!) ;;
        *.md) page "$from" "$from" "$to" & pages+=($!) ;;
        *) install -D -m 0644 "$from" "$work/html/$to" ;;
    esac
    [ $((${#pages[@]} % 8)) -ne 0 ] || { for one in "${pages[@]}"; do wait "$one"; done; pages=(); }
done < "$work/site"
for one in "${pages[@]}"; do wait "$one"; done
install -m 0644 "$parts/manual.css" "$work/html/"

python3 "$parts/check.py" "$work/html"
chmod -R u=rwX,go=rX "$work/html"
rm -rf "$site"
mkdir -p "$(dirname "$site")"
mv "$work/html" "$site"
echo "$site/index.html"
