/** The WebAuthn library, brought in when the first passkey asks for it: with what it needs it takes some 25 MB. */
export const webauthn = () => import('@simplewebauthn/server')
