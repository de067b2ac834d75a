/** The code by which others send gold to this member. */

import * as m from '../../locale/paraglide/messages.js'
import { CopyButton } from './copy-button.tsx'

export const MemberCode = ({ code }: { code: string }) => (
  <section className="mt-12 max-w-[560px] rounded-panel border border-line p-5" aria-labelledby="member-code">
    <h2 className="small text-ink-2" id="member-code">
      {m.identity_member_code()}
    </h2>
    <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
      <p className="text-[19px] font-semibold tracking-[0.02em] tabular-nums">{code}</p>
      <CopyButton text={code} />
    </div>
    <p className="small mt-2 text-ink-2">{m.identity_member_code_text()}</p>
  </section>
)
