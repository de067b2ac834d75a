/** One line of the search box's suggestions. */
import * as m from '../locale/paraglide/messages.js'
import { money } from './figures.tsx'
import { formatCount } from './format.ts'
import { Icon } from './icon.tsx'
import { language } from './language.ts'
import { ProductPicture } from './picture.tsx'
import type { SearchOption } from './search-options.ts'
import { useShell } from './shell-data.ts'

export function OptionLine({ option }: { option: SearchOption }) {
  const { currency } = useShell()
  if (option.kind === 'product') {
    const { name, weight_label, karat, picture, price_with_tax, stock } = option.product
    return (
      <>
        <span className="tile size-11 rounded-control">
          {picture && <ProductPicture picture={picture} alt="" sizes="44px" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="fine block text-ink-2">
            {weight_label}
            {karat < 24 && ` · ${karat}K`}
            {stock.state === 'out_of_stock' && ` · ${m.ui_stock_out()}`}
          </span>
        </span>
        <span className="font-semibold whitespace-nowrap">{money({ amount: price_with_tax, currency })}</span>
      </>
    )
  }
  return (
    <>
      <Icon name={option.kind === 'recent' ? 'clock-counter-clockwise' : 'magnifying-glass'} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{option.text}</span>
      {option.kind === 'category' && (
        <span className="text-sm text-ink-3">{formatCount(option.count, language())}</span>
      )}
      {option.kind === 'all' && <Icon name="arrow-right" size="s" />}
    </>
  )
}
