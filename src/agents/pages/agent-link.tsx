/** An agent's own link, by which clients sign up. */
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useBrand } from '../../ui/page-title.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { copyLink, ShareButton } from '../../ui/share-button.tsx'
import type { AgentView } from '../contract.ts'

type Props = { link: NonNullable<AgentView['link']> }

export const AgentLink = ({ link: { address, code, qr } }: Props) => (
  <section className="panel mt-8 grid gap-6 p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6" aria-labelledby="link">
    <div className="grid min-w-0 content-start gap-4">
      <h2 className="h3" id="link">
        {m.agents_link()}
      </h2>
      <p className="fig-l">{code}</p>
      <p className="small break-all text-ink-2">{address}</p>
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={() => void copyLink(address)}>
          <Icon name="copy" /> {m.ui_share_copy()}
        </Button>
        <ShareButton path={address} title={m.agents_share_title({ shop: useBrand() })} />
      </div>
    </div>
    <QrCode qr={qr} name={m.agents_link_qr()} className="size-40 justify-self-center" />
  </section>
)
