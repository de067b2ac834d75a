/** How a transfer or a QR code is paid: the number to copy with its bank's steps, or the code to scan or keep. */
import type { ReactNode } from 'react'
import { CopyButton } from '../../identity/pages/copy-button.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { Bank } from '../method-rules.ts'
import { bankNames } from './method-choice.tsx'
import { safePayAddress } from './pay-address.ts'

type Qr = { size: number; path: string }
export type Way = {
  bank: Bank | null
  number?: string | null
  qr?: Qr | null
  pay_url?: string | null
  amount: string
  currency: string
}

const menus: Record<Bank, () => string> = {
  bca: m.payments_step_menu_bca,
  bni: m.payments_step_menu_bni,
  bri: m.payments_step_menu_bri,
  mandiri: m.payments_step_menu_mandiri,
}

/** Null while there is neither a number nor a code. */
export function TransferWay({ way }: { way: Way }) {
  const amount = money(way)
  if (way.number && way.bank)
    return (
      <Asked simulator={way.pay_url}>
        <div className="bg-tile p-5">
          <p className="small text-ink-2">{m.payments_number_at({ bank: bankNames[way.bank] })}</p>
          <p className="mt-1 flex flex-wrap items-center justify-between gap-3">
            <b className="text-[22px] leading-8 tracking-[0.02em] tabular-nums" data-number={way.number}>
              {way.number.replace(/(\d{4})(?=\d)/g, '$1\u2009')}
            </b>
            <CopyButton text={way.number} />
          </p>
        </div>
        <Steps
          steps={[
            m.payments_step_open({ bank: bankNames[way.bank] }),
            menus[way.bank](),
            m.payments_step_number(),
            m.payments_step_amount({ amount }),
          ]}
        />
      </Asked>
    )
  if (way.qr)
    return (
      <Asked simulator={way.pay_url}>
        <QrCode qr={way.qr} name={m.payments_qr({ amount })} className="mx-auto w-full max-w-72" />
        <Button kind="ghost" className="w-full" onClick={() => void keepPicture(way.qr as Qr)}>
          <Icon name="download-simple" />
          {m.payments_qr_keep()}
        </Button>
        <Steps steps={[m.payments_step_scan(), m.payments_step_amount({ amount }), m.payments_step_confirm()]} />
      </Asked>
    )
  return null
}

type AskedProps = { simulator: string | null | undefined; children: ReactNode }

/** A simulator stands for the bank where a provider has one; nobody else has an address for it. */
function Asked({ simulator, children }: AskedProps) {
  const address = safePayAddress(simulator)
  return (
    <div className="grid gap-5">
      {children}
      <p className="small text-ink-2">{m.payments_change_note()}</p>
      {address && (
        <a className="link small !font-medium" href={address} target="_blank" rel="noreferrer">
          {m.payments_simulator()}
        </a>
      )}
    </div>
  )
}

export const Steps = ({ steps }: { steps: string[] }) => (
  <ol className="grid gap-2.5">
    {steps.map((text, place) => (
      <li key={text} className="grid grid-cols-[28px_minmax(0,1fr)] text-ink-2">
        <span className="font-semibold text-ink">{place + 1}</span>
        {text}
      </li>
    ))}
  </ol>
)

/** As a picture, which wallets read out of a phone's gallery; with the margin that readers want. */
async function keepPicture({ size, path }: Qr): Promise<void> {
  const [margin, scale] = [4, 12]
  const canvas = document.createElement('canvas')
  canvas.width = (size + 2 * margin) * scale
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.translate(margin, margin)
  pen.fillStyle = '#000000'
  pen.fill(new Path2D(path))
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = 'qris.png'
  link.click()
}
