/** What each step of setting up is, and where it is done. */
import * as m from '../../../locale/paraglide/messages.js'
import type { SetupView } from '../setup-contract.ts'

type StepName = SetupView['stores'][number]['steps'][number]['step']

/** `to` is null where it is done on the machine, not on a page. */
export const stepWords: Record<StepName, { title: () => string; text: () => string; to: string | null }> = {
  company: { title: m.office_setup_company, text: m.office_setup_company_text, to: '/admin/settings?store={store}' },
  taxes: { title: m.office_setup_taxes, text: m.office_setup_taxes_text, to: '/admin/settings?store={store}' },
  price: { title: m.office_setup_price, text: m.office_setup_price_text, to: '/admin/prices' },
  spread: { title: m.office_setup_spread, text: m.office_setup_spread_text, to: '/admin/prices' },
  goods: { title: m.office_setup_goods, text: m.office_setup_goods_text, to: '/admin/catalogue' },
  payment: { title: m.office_setup_payment, text: m.office_setup_payment_text, to: '/admin/bank/accounts' },
  methods: {
    title: m.office_setup_methods,
    text: m.office_setup_methods_text,
    to: '/admin/payment-methods?store={store}',
  },
  agreement: {
    title: m.office_setup_agreement,
    text: m.office_setup_agreement_text,
    to: '/admin/content/agreement?store={store}',
  },
  delivery: {
    title: m.office_setup_delivery,
    text: m.office_setup_delivery_text,
    to: '/admin/delivery?store={store}',
  },
  mail: { title: m.office_setup_mail, text: m.office_setup_mail_text, to: null },
  address: { title: m.office_setup_address, text: m.office_setup_address_text, to: null },
}
