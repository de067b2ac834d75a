/** Opening + in + out = closing, for gold and for money. */
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { isNothing } from '../../pages/typed-amount-rules.ts'
import type { RecordSumsView } from '../record-contract.ts'
import { signed } from './amounts.ts'
import type { Chosen } from './record-choice.ts'

type Flow = RecordSumsView['gold']
type Line = { key: keyof Flow; name: string; isMoved: boolean }
type Asset = 'gold' | 'money'
type Rows = { assets: Asset[]; lines: Line[]; show: (asset: Asset, line: Line) => string }

export function Sums({ sums, chosen }: { sums: RecordSumsView; chosen: Chosen }) {
  const writes = {
    gold: (text: string) => formatGrams(text, language()),
    money: (amount: string) => money({ amount, currency: sums.currency }),
  }
  const assets = (['gold', 'money'] as const).filter((asset) => chosen.asset === undefined || chosen.asset === asset)
  const lines: Line[] = [
    { key: 'opening', name: m.vault_record_opening(), isMoved: false },
    { key: 'in', name: m.vault_record_in(), isMoved: true },
    { key: 'out', name: m.vault_record_out(), isMoved: true },
    ...(chosen.kind ? [{ key: 'other' as const, name: m.vault_record_others(), isMoved: true }] : []),
    { key: 'closing', name: m.vault_record_closing(), isMoved: false },
  ]
  const show = (asset: Asset, { key, isMoved }: Line) => {
    const amount = sums[asset][key]
    return isMoved && !isNothing(amount) ? signed(amount, writes[asset]) : writes[asset](amount)
  }
  return (
    <div className="rounded-panel bg-tile px-4 py-3 lg:px-5">
      <Wide assets={assets} lines={lines} show={show} />
      <Narrow assets={assets} lines={lines} show={show} />
    </div>
  )
}

const names: Record<Asset, () => string> = { gold: m.vault_record_gold, money: m.vault_record_money }

const Wide = ({ assets, lines, show }: Rows) => (
  <table className="hidden w-full lg:table">
    <thead>
      <tr className="fine text-ink-2">
        <td className="py-2" />
        {lines.map(({ key, name }) => (
          <th key={key} scope="col" className="py-2 text-right font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {assets.map((asset) => (
        <tr key={asset}>
          <th scope="row" className="py-2 text-left font-normal">
            {names[asset]()}
          </th>
          {lines.map((line) => (
            <td key={line.key} className="py-2 text-right whitespace-nowrap tabular-nums last:font-semibold">
              {show(asset, line)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Narrow = ({ assets, lines, show }: Rows) => (
  <table className="small w-full lg:hidden">
    <thead>
      <tr className="text-ink-2">
        <td className="py-1.5" />
        {assets.map((asset) => (
          <th key={asset} scope="col" className="py-1.5 text-right font-normal">
            {names[asset]()}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={line.key} className="last:font-semibold">
          <th scope="row" className="py-1.5 text-left font-normal">
            {line.name}
          </th>
          {assets.map((asset) => (
            <td key={asset} className="py-1.5 pl-2 text-right whitespace-nowrap tabular-nums">
              {show(asset, line)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
