/** Money that cannot go back the way it came nor stay in a balance: to which account it goes, or that one is wanted, whatever it was paid for. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { About, Template } from './templates.ts'

type Owed = { number: string; total: Amount }

const toAccount = (about: About): Template<Owed & { account: string }> => ({
  ...{ about, subject: m.mail_money_to_account_subject, body: m.mail_money_to_account_body },
})
const unnamed: Template<Owed & { link: string }> = {
  ...{ about: 'trade', subject: m.mail_money_unnamed_subject, body: m.mail_money_unnamed_body },
  ...{ link: 'link', button: m.mail_payable_waits_button },
}

export const owedLetters = {
  money_to_account: toAccount('order'),
  money_unnamed: unnamed,
  deposit_money_to_account: toAccount('trade'),
  deposit_money_unnamed: unnamed,
  purchase_money_to_account: toAccount('trade'),
  purchase_money_unnamed: unnamed,
}
