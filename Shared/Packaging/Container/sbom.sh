#!/bin/sh
# Writes the bill of materials of this system as SPDX 2.3 in JSON: the Debian packages that dpkg has, and what is linked
# into the programs of Kopilka.
#
# Usage: sbom.sh VERSION_OF_KOPILKA VERSION_OF_SWIFT
set -eu

. /etc/os-release
columns='${db:Status-Status}\t${Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}\n'
installed=$(dpkg-query --show --showformat="$columns" | sed -n 's/^installed\t//p' | LC_ALL=C sort)
# One list of packages has one name, and another has another: SPDX 2.3, 6.5.
name=$(printf '%s\n' "$installed" "$@" | sha256sum | cut -c 1-32)

printf '%s\n' "$installed" | awk -F '\t' -v version="$1" -v swift="$2" -v distribution="$ID-$VERSION_ID" -v name="$name" \
    -v created="$(date -u +%Y-%m-%dT%H:%M:%SZ)" '
# What stands in a package URL is percent-encoded. Names and versions of Debian have no other such characters.
function encoded(text) {
    gsub(/\+/, "%2B", text); gsub(/:/, "%3A", text)
    return text
}
function package(id, name, version, supplier, url, more) {
    printf "%s\n    {\"SPDXID\": \"SPDXRef-%s\", \"name\": \"%s\", \"versionInfo\": \"%s\", \"supplier\": \"Organization: %s\", " \
        "\"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"licenseConcluded\": \"NOASSERTION\", " \
        "\"licenseDeclared\": \"%s\", \"copyrightText\": \"NOASSERTION\"", separator, id, name, version, supplier, \
        id == "swift" || id == "deb-kopilka" ? "Apache-2.0" : "NOASSERTION"
    if (url != "") printf ", \"externalRefs\": [{\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\", " \
        "\"referenceLocator\": \"%s\"}]", url
    printf "%s}", more
    separator = ","
}
function related(from, how, to) {
    relations = relations ",\n    {\"spdxElementId\": \"SPDXRef-" from "\", \"relationshipType\": \"" how "\", " \
        "\"relatedSpdxElement\": \"SPDXRef-" to "\"}"
}
BEGIN {
    printf "{\n  \"spdxVersion\": \"SPDX-2.3\", \"dataLicense\": \"CC0-1.0\", \"SPDXID\": \"SPDXRef-DOCUMENT\",\n" \
        "  \"name\": \"kopilka-%s\", \"documentNamespace\": \"https://spdx.org/spdxdocs/kopilka-%s-%s\",\n" \
        "  \"creationInfo\": {\"created\": \"%s\", \"creators\": [\"Organization: The Kopilka developers\"]},\n" \
        "  \"packages\": [", version, version, name, created
    package("image", "kopilka-image", version, "The Kopilka developers", "", ", \"primaryPackagePurpose\": \"CONTAINER\"")
    package("swift", "swift", swift, "Apple Inc. and the Swift project authors", "pkg:github/swiftlang/swift@swift-" swift "-RELEASE")
    related("DOCUMENT", "DESCRIBES", "image")
    related("image", "CONTAINS", "swift")
    related("deb-kopilka", "STATIC_LINK", "swift")
}
{
    id = "deb-" $1
    gsub(/[^A-Za-z0-9.-]/, "-plus-", id)
    if ($1 == "kopilka") {
        package(id, $1, $2, "The Kopilka developers", "pkg:deb/kopilka/" $1 "@" encoded($2) "?arch=" $3 "&distro=" distribution)
    } else {
        package(id, $1, $2, "Debian", "pkg:deb/debian/" encoded($1) "@" encoded($2) "?arch=" $3 "&distro=" distribution \
            "&upstream=" encoded($4) "%40" encoded($5), ", \"sourceInfo\": \"Debian source package " $4 " " $5 "\"")
    }
    related("image", "CONTAINS", id)
}
END { printf "\n  ],\n  \"relationships\": [%s\n  ]\n}\n", substr(relations, 2) }'
