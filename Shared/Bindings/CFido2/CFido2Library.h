#pragma once
#include <cbor.h>
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <stdbool.h>

// The functions of libfido2 and libcbor that are used, under the names that the loader gives them.
#define KOPILKA_FIDO_FUNCTIONS(X) \
    X(fido_init) X(fido_cred_new) X(fido_cred_free) X(fido_cred_set_type) X(fido_cred_set_rp) \
    X(fido_cred_set_clientdata_hash) X(fido_cred_set_uv) X(fido_cred_set_authdata_raw) X(fido_cred_set_fmt) \
    X(fido_cred_set_attstmt) X(fido_cred_set_extensions) X(fido_cred_set_prot) X(fido_cred_verify) \
    X(fido_cred_verify_self) X(fido_cred_flags) X(fido_cred_sigcount) X(fido_cred_id_ptr) X(fido_cred_id_len) \
    X(fido_cred_pubkey_ptr) X(fido_cred_pubkey_len) X(fido_cred_aaguid_ptr) X(fido_cred_aaguid_len) \
    X(fido_cred_x5c_len) X(fido_assert_new) X(fido_assert_free) X(fido_assert_set_count) \
    X(fido_assert_set_clientdata_hash) X(fido_assert_set_rp) X(fido_assert_set_up) X(fido_assert_set_uv) \
    X(fido_assert_set_authdata_raw) X(fido_assert_set_sig) X(fido_assert_verify) X(fido_assert_flags) \
    X(fido_assert_sigcount) X(es256_pk_new) X(es256_pk_free) X(es256_pk_from_ptr) X(eddsa_pk_new) X(eddsa_pk_free) \
    X(eddsa_pk_from_ptr) X(rs256_pk_new) X(rs256_pk_free) X(rs256_pk_from_ptr) X(cbor_load) X(cbor_decref) \
    X(cbor_stream_decode) X(cbor_serialize_alloc) X(cbor_map_size) X(cbor_map_handle) X(cbor_map_is_definite) \
    X(cbor_isa_map) X(cbor_isa_string) X(cbor_string_is_definite) X(cbor_string_handle) X(cbor_string_length) \
    X(cbor_isa_bytestring) X(cbor_bytestring_is_definite) X(cbor_bytestring_handle) X(cbor_bytestring_length) \
    X(cbor_isa_negint) X(cbor_get_int)

#define KOPILKA_FIDO_DECLARE(function) extern __typeof__(&function) own_##function;
KOPILKA_FIDO_FUNCTIONS(KOPILKA_FIDO_DECLARE)

/// The callbacks of libcbor that do nothing.
extern const struct cbor_callbacks *own_empty_callbacks;

/// True when the bytes begin with one item of CBOR that is plain: definite lengths, no tags, few levels, and no
/// container that claims more entries than there are bytes. Such an item costs no more memory than its own size allows.
///
/// CTAP2 canonical CBOR form has at most four levels and neither indefinite lengths nor tags.
bool kopilka_cbor_is_plain(const uint8_t *bytes, size_t count, size_t *used);
