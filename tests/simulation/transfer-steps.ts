/** Steps of grams that members send to each other, or to whoever has the link. */
import { randomUUID } from 'node:crypto'
import { hashOfToken, newToken } from '../../src/credentials/session-token.ts'
import { weight, weightText } from '../../src/money/money.ts'
import type { RecipientView, TransferView } from '../../src/vault/transfer-contract.ts'
import { addressOf } from '../support/transfers.ts'
import { PIN } from '../support/vault.ts'
import type { Step } from './steps.ts'
import { personOf, pick, units } from './trade-steps.ts'
import {
  type Answer,
  type KnownTransfer,
  type Moves,
  type Person,
  post,
  requireFree,
  tryPost,
  Violation,
  type World,
} from './world.ts'

const refused = ['balance_too_low', 'value_uncleared', 'value_disputed']

/** Grams for another of the three, or for somebody who is no member; what waits is still its sender's. */
export async function sendGrams(world: World, { who, a, b }: Step): Promise<Moves> {
  const sender = personOf(world, who)
  const recipient = a % 3 === 0 ? undefined : personOf(world, who + (a % 3))
  const size = [100n, 5_000n, sender.gold][b % 3] as bigint
  if (size <= 0n) return []
  const to = recipient ? addressOf(recipient.member) : `${randomUUID()}@example.com`
  const shown = await tryPost<RecipientView>(world, sender, '/trade/transfer_recipient', { body: { to }, refused: [] })
  const body = { to, shown: shown?.shown, weight: weightText(weight(size)), note: '', card: 'none', pin: PIN }
  const made = await tryPost<TransferView>(world, sender, '/trade/transfer', { body, refused })
  if (!made) return []
  requireFree(sender)
  if (units(made.weight) !== size) throw new Violation(`${made.weight} g were sent for ${size} units`)
  if (recipient && made.state === 'accepted') {
    if (recipient.stops.length > 0) throw new Violation(`${recipient.name} is stopped, and was given grams`)
    return handedOver(sender, recipient, size)
  }
  const token = recipient ? undefined : await linkOf(world, made)
  world.transfers.push({ id: made.transfer_id, sender, recipient, weight: size, token, state: 'waiting' })
  return []
}

function handedOver(sender: Person, recipient: Person, size: bigint): Moves {
  recipient.free = true
  return [
    { who: sender, cash: [0n], gold: -size },
    { who: recipient, cash: [0n], gold: size },
  ]
}

/** The link is in a letter, and of it a hash alone is kept: the driver puts one there that it knows. */
async function linkOf(world: World, { transfer_id }: TransferView): Promise<string> {
  const token = newToken()
  await world.owner.query('set session_replication_role = replica')
  await world.owner.query('update vault.transfers set claim_hash = $1 where id = $2', [hashOfToken(token), transfer_id])
  await world.owner.query('set session_replication_role = origin')
  return token
}

const claim = (world: World, who: Person, { id, token }: KnownTransfer, byLink = token !== undefined) =>
  byLink
    ? post<TransferView>(world, who, '/trade/transfer_claim_link', { token })
    : post<TransferView>(world, who, '/trade/transfer_claim', { transfer_id: id })
const recall = (world: World, who: Person, { id }: KnownTransfer) =>
  post<TransferView>(world, who, '/trade/transfer_recall', { transfer_id: id })

/** One of the three takes what waits: by the link that anybody may have, or by its name, which is for its recipient alone. */
export async function claimGrams(world: World, { who, a, b }: Step): Promise<Moves> {
  const transfer = pick(world.transfers, a)
  if (!transfer) return []
  const person = personOf(world, who)
  const byLink = transfer.token !== undefined && b % 4 !== 3
  const answer = await claim(world, person, transfer, byLink)
  if (!byLink && person !== transfer.recipient) return requireForeign(world, answer)
  const may = transfer.state === 'waiting' && person !== transfer.sender
  if (answer.http !== 200) {
    if (may && answer.error !== 'not_possible_now')
      throw new Violation(`grams that wait are not given: ${answer.http} ${answer.error}`)
    world.reached.add(`claim refused as ${answer.error}`)
    return []
  }
  if (!may) throw new Violation(`G13: a transfer that is ${transfer.state} was claimed`)
  return ended(world, transfer, person)
}

/** Its sender takes it back; nobody else can. */
export async function recallGrams(world: World, { who, a, b }: Step): Promise<Moves> {
  const transfer = pick(world.transfers, a)
  if (!transfer) return []
  const person = b % 4 === 3 ? personOf(world, who) : transfer.sender
  const answer = await recall(world, person, transfer)
  if (person !== transfer.sender) return requireForeign(world, answer)
  if ((answer.http === 200) !== (transfer.state === 'waiting'))
    throw new Violation(`G13: recalling one that is ${transfer.state} answers ${answer.http} ${answer.error}`)
  return answer.http === 200 ? ended(world, transfer, undefined) : []
}

/** Two who have the link, and the sender who thinks better of it, at once: one of them. */
export async function claimBesideRecall(world: World, { who, a }: Step): Promise<Moves> {
  const transfer = pick(world.transfers, a)
  if (!transfer?.token) return []
  const { sender } = transfer
  const others = world.people.filter((person) => person !== sender)
  const answers = await Promise.all([
    ...others.map((person) => claim(world, person, transfer)),
    ...(who > 0 ? [recall(world, sender, transfer)] : []),
  ])
  const winners = answers.flatMap(({ http }, i) => (http === 200 ? [others[i] ?? sender] : []))
  const isStopped = answers.some(({ error }) => error === 'not_possible_now')
  if (
    winners.length > 1 ||
    (winners.length === 1 ? transfer.state !== 'waiting' : transfer.state === 'waiting' && !isStopped)
  )
    throw new Violation(`G13: ${winners.length} ended a transfer that is ${transfer.state}`)
  const [winner] = winners
  return winner ? ended(world, transfer, winner === sender ? undefined : winner) : []
}

function ended(world: World, transfer: KnownTransfer, by: Person | undefined): Moves {
  transfer.state = 'over'
  if (by) transfer.recipient = by
  world.reached.add(by ? 'claimed' : 'recalled')
  return by ? handedOver(transfer.sender, by, transfer.weight) : []
}

function requireForeign(world: World, { http, error }: Answer<unknown>): Moves {
  if (error !== 'not_found') throw new Violation(`G19: a transfer of somebody else answers ${http} ${error}`)
  world.reached.add('foreign transfer refused')
  return []
}
