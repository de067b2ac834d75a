/** By what the demo's stores are paid. QRIS: what one payment may be, Bank Indonesia, PADG 24/1/2022. Amounts in whole units of their currency. */
import type { AnySettingValue, PayName } from '../../stores/setting-rules.ts'

const plans = { card: 'on', wallet: 'on' }
/** By store. */
export const demoMethods: Record<string, Partial<Record<PayName, AnySettingValue>>> = {
  id: {
    pay_card: { on: 'on' },
    pay_va: { on: 'on', least: 10_000, bca: 'on', bni: 'on', bri: 'on', mandiri: 'on' },
    pay_qris: { on: 'on', most: 10_000_000 },
    pay_transfer: { least: 10_000 },
    pay_counter: { cash: 'on', terminal: 'on' },
    pay_plans: plans,
  },
  my: { pay_card: { on: 'on' }, pay_plans: plans },
}
