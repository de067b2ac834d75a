/** Security headers of every answer, errors and files included (docs/security.md §5). */
import { randomBytes } from 'node:crypto'

export const securityHeaders: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

export const newNonce = () => randomBytes(16).toString('base64')

/** Where browsers send what `pagePolicy` made them refuse. */
export const reportingEndpoints = 'content="/api/csp-report"'

/** Only our own scripts, by nonce; attribute styles are allowed because the component library renders them on the server. */
export const pagePolicy = (nonce: string, formTargets = "'self'") =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // Their one use: ui/start-script.ts.
    'trusted-types karat default',
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
    'report-to content',
  ].join('; ')

/** The page that stands in without a connection: files of ours, no nonce, since it is kept; it asks whether the shop is back. */
export const offlinePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What the service worker itself may fetch. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** Under `npm run dev` Vite injects styles and scripts of its own. */
export const developmentPolicy = "default-src * 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

/** Answers that are not pages need nothing at all. */
export const bareContentPolicy = "default-src 'none'; frame-ancestors 'none'"
