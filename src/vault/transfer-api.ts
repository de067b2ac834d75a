/** The calls about transfers between members. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { claimTransfer, recallTransfer } from './end-transfer.ts'
import { holderOf, onceWithPin } from './holder-of.ts'
import { sendGold, showRecipient } from './send-gold.ts'
import * as shapes from './transfer-contract.ts'
import { listTransfers, readGift } from './transfer-queries.ts'

const tags = ['trade']
const moves = { access: 'member', rate: 'money' } as const

export function transferApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/transfers',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Grams sent to other members and got from them', response: { 200: shapes.Transfers } },
    },
    (request) => listTransfers(karat.db, holderOf(request)),
  )
  door.post(
    '/trade/transfer_recipient',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Whom an e-mail address, a mobile number or a member’s code means, masked' },
        ...{ body: shapes.RecipientOf, response: { 200: shapes.Recipient } },
      },
    },
    (request) => showRecipient(karat, holderOf(request), request.body.to),
  )
  door.post(
    '/trade/transfer',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        ...{ tags, summary: 'Send grams to another member, or to somebody who takes them by a link within seven days' },
        ...{ body: shapes.TransferOf, response: { 200: shapes.Transfer } },
      },
    },
    (request) => sendGold(karat, holderOf(request), request.body, onceWithPin(request)),
  )
  door.post(
    '/trade/transfer_recall',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Take back a transfer that nobody has taken yet' },
        ...{ body: shapes.TransferNamed, response: { 200: shapes.Transfer } },
      },
    },
    (request) => recallTransfer(karat, holderOf(request), request.body.transfer_id, onceWithPin(request)),
  )
  claimsApi(door, karat)
}

/** Of whoever is to have the grams. */
function claimsApi(door: Door, karat: Bag<'vault'>): void {
  type Claimed = ({ transfer_id: string } | { token: string }) & { agreement_version?: string | undefined }
  const take = (request: FastifyRequest, { agreement_version: agreement, ...named }: Claimed) =>
    claimTransfer(karat, holderOf(request), { ...named, agreement }, onceWithPin(request))
  door.post(
    '/trade/transfer_claim',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Take the grams of a transfer that waits' },
        ...{ body: shapes.ClaimOf, response: { 200: shapes.Transfer } },
      },
    },
    (request) => take(request, request.body),
  )
  door.post(
    '/trade/transfer_claim_link',
    {
      config: moves,
      schema: {
        ...{ tags, summary: 'Take the grams that a link leads to' },
        ...{ body: shapes.LinkClaimOf, response: { 200: shapes.Transfer } },
      },
    },
    (request) => take(request, request.body),
  )
  door.post(
    '/trade/transfer_gift',
    {
      config: { access: 'public', rate: 'code' },
      schema: {
        ...{ tags, summary: 'What the link of a transfer leads to' },
        ...{ body: shapes.GiftOf, response: { 200: shapes.Gift } },
      },
    },
    (request) => readGift(karat.db, request.body.token),
  )
}
