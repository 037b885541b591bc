#include "CFido2.h"

#include "CFido2Library.h"

#include <stdlib.h>
#include <string.h>

// Authenticator data: 32 bytes of hash, a byte of flags, four of count; then, by the flags, the model (16), the length
// of the id (2), the id and the key of a credential, and the results of extensions. WebAuthn Level 3, section 6.1
#define SIGNED_COUNT 37
#define ID_PLACE (SIGNED_COUNT + 16 + 2)

static bool has(cbor_item_t *text, const char *name) {
    return own_cbor_isa_string(text) && own_cbor_string_is_definite(text)
        && own_cbor_string_length(text) == strlen(name)
        && memcmp(own_cbor_string_handle(text), name, strlen(name)) == 0;
}

/// The value of a name in a map that has it once; NULL otherwise.
static cbor_item_t *member(cbor_item_t *map, const char *name) {
    cbor_item_t *found = NULL;
    if (!own_cbor_isa_map(map)) return NULL;
    struct cbor_pair *pairs = own_cbor_map_handle(map);
    for (size_t index = 0; index < own_cbor_map_size(map); index++) {
        if (!has(pairs[index].key, name)) continue;
        if (found) return NULL;
        found = pairs[index].value;
    }
    return found;
}

/// Checks the CBOR within authenticator data, and that nothing stands behind it.
static bool is_complete(struct kopilka_fido_bytes data, bool has_credential) {
    if (data.count < SIGNED_COUNT) return false;
    uint8_t flags = data.start[32];
    if (has_credential != ((flags & CTAP_AUTHDATA_ATT_CRED) != 0)) return false;
    size_t place = SIGNED_COUNT, items = (flags & CTAP_AUTHDATA_EXT_DATA) ? 1 : 0;
    if (has_credential) {
        if (data.count < ID_PLACE) return false;
        size_t id_count = (size_t)data.start[ID_PLACE - 2] << 8 | data.start[ID_PLACE - 1];
        if (id_count == 0 || id_count > KOPILKA_FIDO_LONGEST_ID || data.count - ID_PLACE < id_count) return false;
        place = ID_PLACE + id_count;
        items += 1;
    }
    for (; items > 0; items--) {
        size_t used;
        if (!kopilka_cbor_is_plain(data.start + place, data.count - place, &used)) return false;
        place += used;
    }
    return place == data.count;
}

static void copy_signed(struct kopilka_fido_bytes data, uint8_t flags, uint32_t count, struct kopilka_fido_signed *out) {
    memcpy(out->relying_party_hash, data.start, sizeof out->relying_party_hash);
    out->flags = flags;
    out->count = count;
}

/// Makes the key of an algorithm from its bytes. NULL when they are none. Freed by `free_key`.
static void *make_key(int32_t algorithm, const uint8_t *bytes, size_t count) {
    void *key = NULL;
    int result = FIDO_ERR_INTERNAL;
    switch (algorithm) {
    case COSE_ES256:
        if ((key = own_es256_pk_new())) result = own_es256_pk_from_ptr(key, bytes, count);
        if (result != FIDO_OK) own_es256_pk_free((es256_pk_t **)&key);
        break;
    case COSE_EDDSA:
        if ((key = own_eddsa_pk_new())) result = own_eddsa_pk_from_ptr(key, bytes, count);
        if (result != FIDO_OK) own_eddsa_pk_free((eddsa_pk_t **)&key);
        break;
    case COSE_RS256:
        if ((key = own_rs256_pk_new())) result = own_rs256_pk_from_ptr(key, bytes, count);
        if (result != FIDO_OK) own_rs256_pk_free((rs256_pk_t **)&key);
        break;
    default: break;
    }
    return key;
}

static void free_key(int32_t algorithm, void *key) {
    switch (algorithm) {
    case COSE_ES256: own_es256_pk_free((es256_pk_t **)&key); break;
    case COSE_EDDSA: own_eddsa_pk_free((eddsa_pk_t **)&key); break;
    case COSE_RS256: own_rs256_pk_free((rs256_pk_t **)&key); break;
    default: break;
    }
}

/// A credential of an algorithm with this authenticator data. NULL when the data is not that of such a credential.
static fido_cred_t *make_credential(
    int32_t algorithm, struct kopilka_fido_bytes data, struct kopilka_fido_bytes hash, const char *relying_party,
    const char *format) {
    fido_cred_t *credential = own_fido_cred_new();
    if (!credential) return NULL;
    if (own_fido_cred_set_type(credential, algorithm) == FIDO_OK
        && own_fido_cred_set_rp(credential, relying_party, NULL) == FIDO_OK
        && own_fido_cred_set_uv(credential, FIDO_OPT_TRUE) == FIDO_OK
        && own_fido_cred_set_clientdata_hash(credential, hash.start, hash.count) == FIDO_OK
        && own_fido_cred_set_fmt(credential, format) == FIDO_OK
        && own_fido_cred_set_authdata_raw(credential, data.start, data.count) == FIDO_OK)
        return credential;
    own_fido_cred_free(&credential);
    return NULL;
}

/// Copies a credential, if its id and key are those of a credential of ours.
static bool copy_credential(
    const fido_cred_t *from, int32_t algorithm, struct kopilka_fido_bytes data, struct kopilka_fido_credential *to) {
    const uint8_t *id = own_fido_cred_id_ptr(from), *key = own_fido_cred_pubkey_ptr(from);
    const uint8_t *model = own_fido_cred_aaguid_ptr(from);
    size_t id_count = own_fido_cred_id_len(from), key_count = own_fido_cred_pubkey_len(from);
    if (!id || id_count == 0 || id_count > sizeof to->id || !key || key_count > sizeof to->key || !model
        || own_fido_cred_aaguid_len(from) != sizeof to->model)
        return false;
    // A point that is not on the curve is no key.
    void *made = make_key(algorithm, key, key_count);
    if (!made) return false;
    free_key(algorithm, made);
    copy_signed(data, own_fido_cred_flags(from), own_fido_cred_sigcount(from), &to->data);
    to->algorithm = algorithm;
    to->id_count = id_count;
    memcpy(to->id, id, id_count);
    to->key_count = key_count;
    memcpy(to->key, key, key_count);
    memcpy(to->model, model, sizeof to->model);
    return true;
}

/// Verifies a packed statement: by its certificate, if it has one, else by the credential's own key.
static kopilka_fido_result verify_statement(fido_cred_t *credential, cbor_item_t *statement, int32_t algorithm) {
    unsigned char *bytes = NULL;
    size_t size = 0, count = own_cbor_serialize_alloc(statement, &bytes, &size);
    int result = count > 0 ? own_fido_cred_set_attstmt(credential, bytes, count) : FIDO_ERR_INTERNAL;
    free(bytes);
    if (result != FIDO_OK) return KOPILKA_FIDO_MALFORMED;
    bool is_certified = own_fido_cred_x5c_len(credential) > 0;
    if (!is_certified) {
        // The statement's algorithm is that of the key. WebAuthn Level 3, section 8.2
        cbor_item_t *named = member(statement, "alg");
        if (!named || !own_cbor_isa_negint(named) || own_cbor_get_int(named) != (uint64_t)(-1 - algorithm))
            return KOPILKA_FIDO_MALFORMED;
    }
    // libfido2 compares the results of extensions with those that were asked for and does not show them. Browsers ask
    // for the protection of discoverable credentials on their own, so its levels are tried.
    for (int protection = 0; protection <= FIDO_CRED_PROT_UV_REQUIRED; protection++) {
        if (protection > 0
            && (own_fido_cred_set_extensions(credential, FIDO_EXT_CRED_PROTECT) != FIDO_OK
                || own_fido_cred_set_prot(credential, protection) != FIDO_OK))
            return KOPILKA_FIDO_FAILED;
        result = is_certified ? own_fido_cred_verify(credential) : own_fido_cred_verify_self(credential);
        if (result != FIDO_ERR_INVALID_PARAM) break;
    }
    switch (result) {
    case FIDO_OK: return KOPILKA_FIDO_ACCEPTED;
    case FIDO_ERR_INVALID_PARAM: return KOPILKA_FIDO_UNEXPECTED;
    case FIDO_ERR_INVALID_SIG: return KOPILKA_FIDO_WRONG_SIGNATURE;
    case FIDO_ERR_INVALID_ARGUMENT: return KOPILKA_FIDO_MALFORMED;
    default: return KOPILKA_FIDO_FAILED;
    }
}

static kopilka_fido_result read_attestation(
    cbor_item_t *root, struct kopilka_fido_bytes hash, const char *relying_party, struct kopilka_fido_credential *out) {
    cbor_item_t *format = member(root, "fmt"), *statement = member(root, "attStmt"), *item = member(root, "authData");
    if (!own_cbor_isa_map(root) || own_cbor_map_size(root) != 3 || !format || !statement || !item
        || !own_cbor_isa_string(format) || !own_cbor_isa_map(statement) || !own_cbor_isa_bytestring(item)
        || !own_cbor_bytestring_is_definite(item))
        return KOPILKA_FIDO_MALFORMED;
    struct kopilka_fido_bytes data = {own_cbor_bytestring_handle(item), own_cbor_bytestring_length(item)};
    if (!is_complete(data, true)) return KOPILKA_FIDO_MALFORMED;
    bool is_packed = has(format, "packed");
    if (!is_packed && !has(format, "none")) return KOPILKA_FIDO_UNSUPPORTED;
    if (!is_packed && own_cbor_map_size(statement) > 0) return KOPILKA_FIDO_MALFORMED;
    static const int32_t algorithms[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};
    for (size_t index = 0; index < sizeof algorithms / sizeof *algorithms; index++) {
        fido_cred_t *credential =
            make_credential(algorithms[index], data, hash, relying_party, is_packed ? "packed" : "none");
        if (!credential) continue;
        kopilka_fido_result result = copy_credential(credential, algorithms[index], data, out)
            ? KOPILKA_FIDO_ACCEPTED : KOPILKA_FIDO_MALFORMED;
        if (result == KOPILKA_FIDO_ACCEPTED && is_packed) {
            result = verify_statement(credential, statement, algorithms[index]);
            out->is_attested = result == KOPILKA_FIDO_ACCEPTED;
        }
        own_fido_cred_free(&credential);
        return result;
    }
    return KOPILKA_FIDO_UNSUPPORTED;
}

kopilka_fido_result kopilka_fido_register(
    struct kopilka_fido_bytes attestation, struct kopilka_fido_bytes client_data_hash, const char *relying_party,
    struct kopilka_fido_credential *credential) {
    memset(credential, 0, sizeof *credential);
    size_t used;
    if (!kopilka_cbor_is_plain(attestation.start, attestation.count, &used) || used != attestation.count)
        return KOPILKA_FIDO_MALFORMED;
    struct cbor_load_result loaded;
    cbor_item_t *root = own_cbor_load(attestation.start, attestation.count, &loaded);
    if (!root) return loaded.error.code == CBOR_ERR_MEMERROR ? KOPILKA_FIDO_FAILED : KOPILKA_FIDO_MALFORMED;
    kopilka_fido_result result = read_attestation(root, client_data_hash, relying_party, credential);
    own_cbor_decref(&root);
    return result;
}

kopilka_fido_result kopilka_fido_assert(
    int32_t algorithm, struct kopilka_fido_bytes key, struct kopilka_fido_bytes authenticator_data,
    struct kopilka_fido_bytes client_data_hash, struct kopilka_fido_bytes signature, const char *relying_party,
    struct kopilka_fido_signed *data) {
    memset(data, 0, sizeof *data);
    if (!is_complete(authenticator_data, false)) return KOPILKA_FIDO_MALFORMED;
    void *made = make_key(algorithm, key.start, key.count);
    if (!made) return KOPILKA_FIDO_FAILED;
    kopilka_fido_result result = KOPILKA_FIDO_FAILED;
    fido_assert_t *assertion = own_fido_assert_new();
    if (assertion && own_fido_assert_set_clientdata_hash(assertion, client_data_hash.start, client_data_hash.count) == FIDO_OK
        && own_fido_assert_set_rp(assertion, relying_party) == FIDO_OK
        && own_fido_assert_set_up(assertion, FIDO_OPT_TRUE) == FIDO_OK
        && own_fido_assert_set_uv(assertion, FIDO_OPT_TRUE) == FIDO_OK
        && own_fido_assert_set_count(assertion, 1) == FIDO_OK) {
        result = KOPILKA_FIDO_MALFORMED;
        if (own_fido_assert_set_authdata_raw(assertion, 0, authenticator_data.start, authenticator_data.count) == FIDO_OK
            && own_fido_assert_set_sig(assertion, 0, signature.start, signature.count) == FIDO_OK) {
            copy_signed(
                authenticator_data, own_fido_assert_flags(assertion, 0), own_fido_assert_sigcount(assertion, 0), data);
            switch (own_fido_assert_verify(assertion, 0, algorithm, made)) {
            case FIDO_OK: result = KOPILKA_FIDO_ACCEPTED; break;
            case FIDO_ERR_INVALID_PARAM: result = KOPILKA_FIDO_UNEXPECTED; break;
            case FIDO_ERR_INVALID_SIG: result = KOPILKA_FIDO_WRONG_SIGNATURE; break;
            default: result = KOPILKA_FIDO_FAILED;
            }
        }
    }
    own_fido_assert_free(&assertion);
    free_key(algorithm, made);
    return result;
}
