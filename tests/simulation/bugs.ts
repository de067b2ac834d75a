/** Faults planted into the shop, each of which the simulation must find: `seed` makes the sequence that does. */
import type { Name } from './steps.ts'
import type { StoreCode, World } from './world.ts'

export type Bug = {
  name: string
  seed: number
  /** What is seen of it, of the sequence's own fault and no other. */
  finds: RegExp
  /** Of which kinds of steps the sequence is made; else of those that are everyday. */
  among?: readonly Name[]
  /** In which store; else in the one with balances. */
  store?: StoreCode
  /** Changes statements before they are sent. */
  plant?: (text: string) => string
  /** Changes what is not a statement, before the first step. */
  enter?: (world: World) => void
}

const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string =>
    text.replaceAll(from, to)

const windows: Name[] = ['quoteTrade', 'useQuote', 'sellWrong', 'windowGoesOn', 'choicesEnd', 'rounds']
const stops: Name[] = ['quoteTrade', 'useQuote', 'sendGrams', 'withdraw', 'payoutRounds', 'stopSomebody', 'letGo']

const backs: Name[] = ['sellBack', 'caseGoesOn']

const open = 'and used_at is null and expires_at > clock_timestamp() and not false'
const short = 'update payments.payments set captured_minor = $1, short_minor'

export const bugs: Bug[] = [
  {
    name: 'a quote is used twice',
    seed: 2,
    finds: /answers 500|G2: \d+ trades/,
    plant: swap(open, 'and expires_at > clock_timestamp()'),
  },
  {
    name: 'a quote is used after its end',
    seed: 40,
    finds: /G2: a quote that is over was used/,
    plant: swap(open, 'and used_at is null'),
  },
  {
    name: 'the quote of somebody else is used',
    seed: 9,
    finds: /G19: a quote of somebody else/,
    plant: swap(/holder_id = (\$\d+) and member_id = (\$\d+)/g, '($1::uuid is not null and $2::uuid is not null)'),
  },
  {
    name: 'a newer quote leaves the older one open',
    seed: 252,
    finds: /G2: a quote that is over was used/,
    plant: swap(/set expires_at = now\(\)(\s+where holder_id)/g, 'set expires_at = expires_at$1'),
  },
  {
    name: 'a missing bar counts as there',
    seed: 3,
    finds: /G16: \d+ owed/,
    plant: swap("and state in ('available', 'in_transit')) as bars", ') as bars'),
  },
  {
    name: 'a store that is short goes on selling',
    seed: 3,
    finds: /G16: \d+ owed/,
    plant: (text) =>
      text.includes('insert into backing.freezes')
        ? 'select $1::uuid, $2::text, $3::text, $4::bigint, $5::bigint'
        : text,
  },
  {
    name: 'a bar goes missing under the number of another act',
    seed: 2,
    finds: /G26: .*"bars_lost"/,
    plant: swap(
      /(\$\d+)::uuid, (\$\d+), (\$\d+), (\$\d+) from moved/g,
      'coalesce(gen_random_uuid(), $1::uuid), $2, $3, $4 from moved',
    ),
  },
  {
    name: 'a trade is written with another spread than is booked',
    seed: 1,
    finds: /G26: .*"gold_bought"/,
    plant: swap('value_minor, spread_minor, rounding_minor, p', 'spread_minor, value_minor, rounding_minor, p'),
  },
  {
    name: 'any PIN will do',
    seed: 4,
    finds: /a wrong PIN traded/,
    enter: ({ shop }) => {
      shop.karat.hasher.pinMatches = async () => true
    },
  },
  {
    name: 'a correction by the acquirer is booked and not counted',
    seed: 6,
    finds: /every captured payment is booked once/,
    plant: swap(short, 'update payments.payments set captured_minor = captured_minor + 0 * $1, short_minor'),
  },
  {
    name: 'grams are recalled by somebody else',
    seed: 47,
    finds: /G19: a transfer of somebody else/,
    plant: swap(
      /(from vault\.transfers where store = \$\d+ and id = \$\d+) and member_id = (\$\d+)/g,
      '$1 and $2::uuid is not null',
    ),
  },
  {
    name: 'what a card paid leaves at once',
    seed: 2,
    finds: /uncleared value of \w+ has left/,
    plant: swap('clears_at <= now()', 'true'),
  },
  {
    name: 'a withdrawal is asked for under a new name each time',
    seed: 1,
    finds: /G7: \w+ has/,
    plant: swap('returning t.id, t.asks', 'returning gen_random_uuid() as id, t.asks'),
  },
  {
    name: 'an open dispute is not counted',
    seed: 1,
    finds: /every dispute is booked as it stands/,
    plant: swap('disputed_minor = disputed_minor + $', 'disputed_minor = disputed_minor + 0 * $'),
  },
  {
    name: 'a quote at a wrong price goes on',
    seed: 39,
    finds: /G2: a quote that is over was used/,
    among: windows,
    plant: swap(
      'update vault.quotes set expires_at = now() where id',
      'update vault.quotes set expires_at = expires_at where id',
    ),
  },
  {
    name: 'a price window passes over trades',
    seed: 1,
    finds: /a trade at \d+ is left/,
    among: windows,
    plant: swap(/t\.made_at >= (\$\d+)/g, "t.made_at >= $1::timestamptz + interval '1 day'"),
  },
  {
    name: 'a choice ends before its day is over',
    seed: 1,
    finds: /a trade was undone, and its member had not chosen/,
    among: windows,
    plant: swap(/(\w\.)?choose_until <= now\(\)/g, 'true'),
  },
  {
    name: 'somebody else chooses the price of a trade',
    seed: 10,
    finds: /is shown to choose/,
    among: windows,
    plant: swap(/c\.member_id = (\$\d+) and c\.store = (\$\d+)/g, '$1::uuid is not null and $2::text is not null'),
  },
  {
    name: 'a list means nobody any more',
    seed: 2,
    finds: /is stopped, and was given grams/,
    among: stops,
    plant: swap(
      'join cases.entries e on e.until_version is null and',
      'join cases.entries e on e.until_version = 0 and',
    ),
  },
  {
    name: 'a withdrawal of somebody who is stopped is paid',
    seed: 24,
    finds: /is paid, and its member is stopped/,
    among: ['withdraw', 'payoutRounds', 'stopSomebody'],
    plant: swap(/cases\.(?:is_stopped|require_free)\(([^()]+)\)/g, '($1 is null)'),
  },
  {
    name: 'an order is handed over whose money is asked back',
    seed: 7,
    finds: /G10: .* of an order whose money is asked back/,
    among: ['fulfil', 'moneyBack'],
    plant: swap('delivery, invoiced_at, refund_state from', "delivery, invoiced_at, 'none' as refund_state from"),
  },
  {
    name: 'more is offered for a piece than it is worth',
    seed: 1,
    finds: /a case offers \d+/,
    among: backs,
    plant: swap(/, offer_minor = (\$\d+), offer_fine_e4/g, ', offer_minor = $1 + 1, offer_fine_e4'),
  },
  {
    name: 'an offer is accepted after its deadline',
    seed: 8,
    finds: /an offer was accepted after its deadline/,
    among: backs,
    plant: swap('coalesce(answer_until < now(), false)', 'false'),
  },
  {
    name: 'a price on the edge is told again and again',
    seed: 1,
    finds: /told \d times of \d+/,
    among: ['watchPrice', 'alertRounds', 'priceMoves', 'priceIsTold'],
    plant: swap("set armed = (kind = 'change'), reached_at", 'set armed = true, reached_at'),
  },
  {
    name: 'where no balance is kept what a card paid leaves at once',
    seed: 1,
    finds: /uncleared value of \w+ has left/,
    among: ['openPurchase', 'capture', 'quoteTrade', 'useQuote', 'payoutRounds', 'sendGrams'],
    store: 'my',
    plant: swap('clears_at <= now()', 'true'),
  },
]
