#pragma once
#include <stddef.h>
#include <stdint.h>

// libfido2, loaded when the first passkey is checked and not when a program starts: it brings libcbor, libudev and
// libcrypto with it. libcbor is found through it, so that both are of one build. The functions are checked against
// fido.h and cbor.h by the compiler.

/// The result of a check.
typedef enum {
    KOPILKA_FIDO_ACCEPTED = 0,
    /// It is not what WebAuthn and CTAP describe.
    KOPILKA_FIDO_MALFORMED = 1,
    /// The format of the attestation or the algorithm of the key is none of ours.
    KOPILKA_FIDO_UNSUPPORTED = 2,
    /// It is for another relying party, without a person present or verified, or has results that nobody asked for.
    KOPILKA_FIDO_UNEXPECTED = 3,
    /// The signature is not by this key over this data.
    KOPILKA_FIDO_WRONG_SIGNATURE = 4,
    /// There is no memory, or the library failed.
    KOPILKA_FIDO_FAILED = 5,
} kopilka_fido_result;

/// The most bytes of a credential id. WebAuthn Level 3, section 4
#define KOPILKA_FIDO_LONGEST_ID 1023
/// The most bytes of a public key as libfido2 keeps it: those of RS256.
#define KOPILKA_FIDO_LONGEST_KEY 512

/// The content of authenticator data that both kinds have.
struct kopilka_fido_signed {
    uint8_t relying_party_hash[32];
    uint8_t flags;
    uint32_t count;
};

/// A new credential.
struct kopilka_fido_credential {
    struct kopilka_fido_signed data;
    /// COSE: -7 ES256, -8 EdDSA, -257 RS256.
    int32_t algorithm;
    uint8_t model[16];
    size_t id_count;
    uint8_t id[KOPILKA_FIDO_LONGEST_ID];
    size_t key_count;
    uint8_t key[KOPILKA_FIDO_LONGEST_KEY];
    /// Not 0 when a statement was signed, and the signature is right.
    int32_t is_attested;
};

/// Bytes that are borrowed for a call.
struct kopilka_fido_bytes {
    const uint8_t *start;
    size_t count;
};

/// Loads the library. Returns NULL, or why it cannot be loaded.
const char *kopilka_fido_load(void);

/// Reads and verifies an attestation object: format, statement and authenticator data.
kopilka_fido_result kopilka_fido_register(
    struct kopilka_fido_bytes attestation, struct kopilka_fido_bytes client_data_hash, const char *relying_party,
    struct kopilka_fido_credential *credential);

/// Reads and verifies an assertion by the key of a credential.
kopilka_fido_result kopilka_fido_assert(
    int32_t algorithm, struct kopilka_fido_bytes key, struct kopilka_fido_bytes authenticator_data,
    struct kopilka_fido_bytes client_data_hash, struct kopilka_fido_bytes signature, const char *relying_party,
    struct kopilka_fido_signed *data);
