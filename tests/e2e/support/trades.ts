/** The ways in which a member's value moves behind a PIN, each as its page is used and as a call of another window makes it. */
import type { Locator } from '@playwright/test'
import type pg from 'pg'
import { confirm, fillVault, giveCash, giveGold, pin, setPin } from './gold.ts'
import { expect, type Member, type Page } from './shop-test.ts'
import { atBothSizes, bar, callAs, moveTo, skuOf } from './steps.ts'
import { bound, withAccount, withName } from './withdrawals.ts'

type Asset = 'cash' | 'gold'
export type Stage = { page: Page; db: pg.Pool; member: Member }

export type Trade = {
  name: string
  /** What the member has afterwards, of what it takes. */
  asset: Asset
  ready(stage: Stage): Promise<void>
  /** Its page. */
  at(stage: Stage): Promise<string> | string
  /** Types it. */
  fill(page: Page): Promise<void>
  /** What is typed, with what it holds then. */
  typed(page: Page): Promise<void>
  /** From what was typed to the question for the PIN. */
  ask(page: Page): Promise<void>
  /** The button of that question. */
  action: string | RegExp
  /** The same, made in another window meanwhile. */
  elsewhere(stage: Stage): Promise<void>
  /** What the first window says to that; undefined where both are made. */
  afterElsewhere?(stage: Stage): Promise<void>
  /** What the page says once it is made. */
  made(page: Page): Locator
  /** To the next one, on the same page. */
  again(stage: Stage): Promise<void>
  /** How many there are. */
  count: string
  /** What is left is spent in another window; where nothing says how, it is simply gone. */
  spend?(stage: Stage): Promise<void>
  /** What the page says when the balance is gone. */
  tooLow(page: Page): Promise<void>
}

const quoted = (page: Page) => page.getByRole('region', { name: 'Price held' })

async function askForPrice(page: Page) {
  // A price that is held still is not asked for again.
  if (await quoted(page).isHidden()) await page.getByRole('button', { name: /^Hold this price/ }).click()
  await quoted(page).getByRole('button', { name: 'Continue to PIN' }).click()
}

type Quote = { quote_id: string; agreement_version: string | null }
const quoteAndTrade = async ({ page, member }: Stage, call: Quoted['call'], by: string, value: string) => {
  const quote = await callAs<Quote>(page, member, `/trade/${call}_quote`, { by, value })
  const version = quote.agreement_version && { agreement_version: quote.agreement_version }
  await callAs(page, member, `/trade/${call}`, { quote_id: quote.quote_id, pin, ...version })
}

/** What is left of the member's is gone. */
export async function takeAll(db: pg.Pool, member: Member, asset: Asset): Promise<void> {
  const { rows } = await db.query<{ balance: string }>(
    `select b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.member_id = $1 and a.kind = $2`,
    [member.id, asset],
  )
  const give = asset === 'cash' ? giveCash : giveGold
  for (const { balance } of rows) await give(db, member, -Number(balance))
}

/** A newer price was asked for elsewhere: said with what was typed, and the next one is a press away. */
async function expired({ page }: Stage) {
  const over = page.getByRole('alert').filter({ hasText: 'This price does not hold any more' })
  const why = 'or a newer price was asked for in another window. Your money and gold have not moved.'
  await atBothSizes(page, () => expect(over).toContainText(why))
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await quoted(page).getByRole('button', { name: 'Continue to PIN' }).click()
}

type Quoted = {
  call: 'purchase' | 'cashingIn'
  asset: Asset
  field: 'Amount' | 'Weight'
  typed: string
  shown: string
  /** What the other window trades. */
  other: { by: 'amount' | 'weight'; value: string }
  words: { action: RegExp; made: RegExp; again: string; tooLow: RegExp }
}

const quotedTrade = ({ call, asset, field, typed, shown, other, words }: Quoted): Omit<Trade, 'name' | 'ready'> => ({
  asset,
  at: () => `/user/trade/${call}`,
  fill: (page) => page.getByLabel(field).fill(typed),
  typed: (page) => expect(page.getByLabel(field)).toHaveValue(shown),
  ask: askForPrice,
  action: words.action,
  elsewhere: (stage) => quoteAndTrade(stage, call, other.by, other.value),
  async afterElsewhere(stage) {
    await confirm(stage.page, pin, words.action)
    await expired(stage)
  },
  made: (page) => page.getByRole('heading', { level: 1, name: words.made }),
  async again({ page }) {
    await page.getByRole('button', { name: words.again }).click()
    await page.getByLabel(field).fill(typed)
  },
  count: `vault.trades where side = '${call === 'purchase' ? 'buy' : 'sell'}' and member_id = $1`,
  tooLow: (page) => expect(page.getByLabel(field)).toHaveAccessibleDescription(words.tooLow),
})

/** A PIN, gold in the vault of the house, and so much that is the member's. */
async function withValue({ page, db, member }: Stage, { gold = 0, cash = 0 }): Promise<void> {
  await setPin(page, db, member)
  await fillVault(db)
  if (gold > 0) await giveGold(db, member, gold)
  if (cash > 0) await giveCash(db, member, cash)
}

const purchase: Trade = {
  name: 'purchase',
  ready: (stage) => withValue(stage, { cash: 1_500_000 }),
  ...quotedTrade({
    ...{ call: 'purchase', asset: 'cash', field: 'Amount', typed: '400000', shown: '400,000' },
    other: { by: 'amount', value: '500000' },
    words: {
      ...{ action: /^Buy/, made: /^You bought/, again: 'Buy more' },
      tooLow: /^You have Rp\s0, which is Rp\s400,000 less/,
    },
  }),
}

const sale: Trade = {
  name: 'sale',
  ready: (stage) => withValue(stage, { gold: 30_000 }),
  ...quotedTrade({
    ...{ call: 'cashingIn', asset: 'gold', field: 'Weight', typed: '0.5', shown: '0.5' },
    other: { by: 'weight', value: '1' },
    words: {
      ...{ action: /^Sell/, made: /^You sold/, again: 'Sell more' },
      tooLow: /^You have 0\.0000\sg, which is 0\.5000\sg less/,
    },
  }),
}

/** On the same page as a sale; where its money goes is typed besides. */
const toAccount = (page: Page) => page.getByRole('radio', { name: /^BCA/ })
const proceeds: Trade = {
  ...sale,
  name: 'sale to an account',
  async ready({ page, db, member }) {
    await withName(page, db, member)
    await bound(page, db, member, { bank: 'bca', number: '1234560340' })
    await fillVault(db)
    await giveGold(db, member, 30_000)
  },
  async fill(page) {
    await sale.fill(page)
    await toAccount(page).check()
  },
  async typed(page) {
    await sale.typed(page)
    await expect(toAccount(page)).toBeChecked()
  },
  async again(stage) {
    await sale.again(stage)
    await toAccount(stage.page).check()
  },
}

const friend = 'new.friend@example.com'

const transfer: Trade = {
  name: 'transfer',
  asset: 'gold',
  ready: (stage) => withValue(stage, { gold: 30_000 }),
  at: () => '/user/trade/transfer',
  async fill(page) {
    await page.getByLabel('To', { exact: true }).fill(friend)
    await page.getByLabel('Weight').fill('0.5')
    await page.getByLabel('Card').selectOption('wedding')
    await page.getByLabel('Note (optional)').fill('Selamat!')
  },
  async typed(page) {
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(friend)
    await expect(page.getByLabel('Weight')).toHaveValue('0.5')
    await expect(page.getByLabel('Card')).toHaveValue('wedding')
    await expect(page.getByLabel('Note (optional)')).toHaveValue('Selamat!')
  },
  ask: (page) => page.getByRole('button', { name: 'Continue' }).click(),
  action: /^Send/,
  async elsewhere({ page, member }) {
    const { shown } = await callAs<{ shown: string }>(page, member, '/trade/transfer_recipient', { to: friend })
    await callAs(page, member, '/trade/transfer', { to: friend, shown, weight: '1', note: '', card: 'none', pin })
  },
  made: (page) => page.getByRole('heading', { level: 1, name: /0\.5000\sg wait for n••••@example\.com/ }),
  async again({ page }) {
    await page.getByRole('button', { name: 'Send more' }).click()
    await transfer.fill(page)
  },
  count: 'vault.transfers where member_id = $1',
  async tooLow(page) {
    await expect(page.getByLabel('Weight')).toHaveAccessibleDescription(/This is more than you have to send\.$/)
  },
}

async function withdraw({ page, db, member }: Stage, amount: string) {
  const { rows } = await db.query('select id from payouts.destinations where member_id = $1', [member.id])
  await callAs(page, member, '/trade/withdraw', { amount, destination_id: rows[0].id, pin })
}

const withdrawal: Trade = {
  name: 'withdrawal',
  asset: 'cash',
  async ready({ page, db, member }) {
    await withAccount(page, db, member, '1234560340')
  },
  at: () => '/user/trade/withdraw',
  fill: (page) => page.getByLabel('Amount').fill('400000'),
  typed: (page) => expect(page.getByLabel('Amount')).toHaveValue('400000'),
  ask: (page) => page.getByRole('button', { name: /^Withdraw Rp/ }).click(),
  action: /^Withdraw/,
  elsewhere: (stage) => withdraw(stage, '500000'),
  spend: (stage) => withdraw(stage, '600000'),
  made: (page) => page.getByRole('region', { name: 'Your withdrawals' }).getByText('Rp 400,000').nth(0),
  async again({ page }) {
    await page.getByLabel('Amount').fill('400000')
  },
  count: 'vault.payouts where member_id = $1',
  async tooLow(page) {
    await expect(page.getByRole('alert').filter({ hasText: 'The balance is not enough for this.' })).toContainText(
      'Your money has not moved.',
    )
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/You have Rp\s0\. Enter no more than that\.$/)
  },
}

type Order = { order_id: string }

/** An order of one gram that is to be paid in grams; answers its id. */
async function orderInGrams({ page, db, member }: Stage): Promise<string> {
  const sku_id = await skuOf(db, { ...bar, weight: '1' })
  const delivery = { mode: 'pickup', pickup_point_id: 1 }
  const wish = { sku_id, quantity: 1, gold: 'grams', delivery }
  const { guarantee_id } = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', wish)
  return (await callAs<Order>(page, member, '/product/submit_order', { guarantee_id })).order_id
}

const payInGrams = ({ page, member }: Pick<Stage, 'page' | 'member'>, order_id: string | null) =>
  callAs(page, member, '/product/pay_order', { order_id, method: 'balance', pin })

const redemption: Trade = {
  name: 'redemption',
  asset: 'gold',
  ready: (stage) => withValue(stage, { gold: 40_000, cash: 5_000_000 }),
  at: async (stage) => `/payProduct?order_id=${await orderInGrams(stage)}`,
  fill: (page) => page.getByRole('radio', { name: /^Cash balance/ }).check(),
  typed: (page) => expect(page.getByRole('radio', { name: /^Cash balance/ })).toBeChecked(),
  ask: (page) => page.getByRole('button', { name: 'Continue to PIN' }).click(),
  action: 'Pay the order',
  async elsewhere({ page, member }) {
    await payInGrams({ page, member }, new URL(page.url()).searchParams.get('order_id'))
  },
  // It is one order: the window that comes second hears that it is paid, whatever its PIN says.
  async afterElsewhere(stage) {
    await expect(redemption.made(stage.page)).toBeVisible()
    await redemption.again(stage)
    await redemption.ask(stage.page)
  },
  made: (page) => page.getByRole('heading', { level: 1, name: 'Paid', exact: true }),
  async again(stage) {
    await moveTo(stage.page, await redemption.at(stage))
    await redemption.fill(stage.page)
  },
  count: `orders.orders where state = 'paid' and member_id = $1`,
  tooLow: (page) =>
    expect(page.getByRole('alert').filter({ hasText: /^This takes 1\.0000\sg; you have 0\.0000\sg\./ })).toContainText(
      'Your money and gold have not moved.',
    ),
}

export const trades: Trade[] = [purchase, sale, proceeds, transfer, withdrawal, redemption]

/** One of each, past their pages; first those of which more is to come. */
export async function tradeOnce({ page, db, member }: Stage): Promise<void> {
  const stage = { page, db, member }
  const destination_id = await withAccount(page, db, member, '1234560340')
  await fillVault(db)
  await giveGold(db, member, 40_000)
  await giveCash(db, member, 5_000_000)
  for (const { elsewhere } of [transfer, withdrawal, sale, purchase]) await elsewhere(stage)
  const { quote_id } = await callAs<Quote>(page, member, '/trade/cashingIn_quote', { by: 'weight', value: '0.5' })
  await callAs(page, member, '/trade/cashingIn', { quote_id, pin, destination_id })
  await payInGrams(stage, await orderInGrams(stage))
  const deposit = { amount: '100000', method: 'va', bank: 'bca' }
  const { payment } = await callAs<{ payment: { pay_url: string } }>(page, member, '/trade/deposit', deposit)
  await page.request.post(`${payment.pay_url}/transfer`, { form: { how: 'exact' }, maxRedirects: 0 })
  const isIn = `select from vault.deposits where member_id = $1 and state = 'paid'`
  await expect
    .poll(async () => (await db.query(isIn, [member.id])).rowCount, { timeout: 20_000, intervals: [100] })
    .toBe(1)
}
