/** A secret as an authenticator app takes it: scanned, or typed. */
import * as m from '../../../locale/paraglide/messages.js'
import type { AuthenticatorView } from '../../../staff/contract.ts'

export function AuthenticatorSquare({ authenticator }: { authenticator: AuthenticatorView }) {
  const { square, typed } = authenticator
  return (
    <figure className="grid gap-3">
      <figcaption className="small font-semibold">{m.office_people_staff_authenticator_scan()}</figcaption>
      <svg
        viewBox={`-4 -4 ${square.size + 8} ${square.size + 8}`}
        className="size-48 rounded-control bg-white"
        role="img"
        aria-label={m.office_people_staff_authenticator_scan()}
        shapeRendering="crispEdges"
      >
        <path d={square.path} fill="#000" />
      </svg>
      <p className="small text-ink-2">{m.office_people_staff_authenticator_typed()}</p>
      <code className="small break-all select-all">{typed.replace(/(.{4})/g, '$1 ').trim()}</code>
    </figure>
  )
}
