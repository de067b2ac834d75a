/** Layout `orderscreen`: confirm and cashier. Nothing leads away but the mark and the step before. */
import { Outlet, useMatches } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import { Frame } from '../shell/frame.tsx'
import { PriceRail } from '../shell/price-rail.tsx'
import { HeaderBar } from '../shell/site-header.tsx'
import { Wordmark } from '../wordmark.tsx'

/** A page says which step it is by `export const handle = { step: 'confirm' }`. */
type OrderStep = 'cart' | 'confirm' | 'pay'

export default function OrderScreenLayout() {
  return (
    <Frame
      header={
        <HeaderBar>
          <Wordmark />
          <Steps />
        </HeaderBar>
      }
      rail={<PriceRail />}
    >
      <div className="pt-6 pb-28 md:pb-20 lg:pt-11">
        <Outlet />
      </div>
    </Frame>
  )
}

const stepNames = { cart: m.ui_step_cart, confirm: m.ui_step_confirm, pay: m.ui_step_pay }

function Steps() {
  const now = useMatches()
    .flatMap(({ handle }) => (handle as { step?: OrderStep } | undefined)?.step ?? [])
    .at(-1)
  const steps = Object.keys(stepNames) as OrderStep[]
  return (
    <ol className="small ml-auto flex items-center gap-2.5 whitespace-nowrap text-ink-2" aria-label={m.ui_steps()}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={`flex items-center gap-2.5 ${step === 'cart' ? 'max-md:hidden' : ''}`}
          aria-current={step === now ? 'step' : undefined}
        >
          {place > 0 && <Icon name="caret-right" className={`size-3 ${place === 1 ? 'max-md:hidden' : ''}`} />}
          <span className={step === now ? 'font-semibold text-ink' : ''}>{stepNames[step]()}</span>
        </li>
      ))}
    </ol>
  )
}
