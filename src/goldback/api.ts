/** The calls of members who sell physical gold back. */
import type { FastifyRequest } from 'fastify'
import { sendPicture } from '../files/picture-door.ts'
import type { Door } from '../http/door.ts'
import { onceOf } from '../http/door.ts'
import { sendFile } from '../http/send-file.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { drawPaper } from '../papers/draw-paper.ts'
import { paperFile } from '../papers/paper-rules.ts'
import { holderOf, onceWithPin } from '../vault/holder-of.ts'
import { answerOffer, cancelCase, takeMoney } from './answer-case.ts'
import { bookCase } from './book-case.ts'
import { listCases, readCase, readOwnForSale } from './case-queries.ts'
import { quoteOther, quotePieces, quoteTitled } from './case-quotes.ts'
import * as shapes from './contract.ts'
import { requireOwnCase } from './hold-case.ts'
import { consentToMelting, refuseMelting } from './melting/answer-melting.ts'
import { ConsentOf, RefuseMeltingOf } from './melting/contract.ts'
import { readCasePaper } from './papers/case-papers.ts'
import { addOwnPicture } from './pictures/add-picture.ts'
import { openOwnPicture } from './pictures/open-picture.ts'
import { readLabel } from './read-label.ts'

const tags = ['trade']
const reads = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const
const memberOf = (request: FastifyRequest) => ({ ...holderOf(request), language: request.language })

export function goldbackApi(door: Door, karat: Bag<'goldback'>): void {
  readingCalls(door, karat)
  fileCalls(door, karat)
  labelCall(door, karat)
  payingCalls(door, karat)
  consigningCalls(door, karat)
  meltingCalls(door, karat)
  door.post(
    '/trade/goldBack_cancel',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'Take a case back before anything is handed over' },
        ...{ body: shapes.OneCase, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => cancelCase(karat, memberOf(request), request.body.case_id, onceOf(request, requireMember(request).id)),
  )
  door.post(
    '/trade/goldBack_answer',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Sell for what was offered, or have the pieces back' },
        ...{ body: shapes.AnswerOf, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const { case_id: caseId, accept, pin } = request.body
      return answerOffer(karat, memberOf(request), { caseId, accept, pin }, onceWithPin(request))
    },
  )
}

function meltingCalls(door: Door, karat: Bag<'goldback'>): void {
  door.post(
    '/trade/goldBack_consentMelting',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Agree, signed, that pieces of a case are melted' },
        ...{ body: ConsentOf, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const { case_id: caseId, melting_id: meltingId, signature, pin } = request.body
      return consentToMelting(karat, memberOf(request), { caseId, meltingId, signature, pin }, onceWithPin(request))
    },
  )
  door.post(
    '/trade/goldBack_refuseMelting',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'Say no to melting, or take consent back before it begins' },
        ...{ body: RefuseMeltingOf, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const { case_id: caseId, melting_id: meltingId } = request.body
      return refuseMelting(karat, memberOf(request), { caseId, meltingId }, onceOf(request, requireMember(request).id))
    },
  )
}

function consigningCalls(door: Door, karat: Bag<'goldback'>): void {
  door.post(
    '/trade/goldBack_quote',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What pieces of one’s own would bring now, held while the consignment is signed' },
        ...{ body: shapes.QuoteOf, response: { 200: shapes.GoldBackQuote } },
      },
    },
    (request) => quotePieces(karat, holderOf(request), request.body.serials),
  )
  door.post(
    '/trade/goldBack_quoteOther',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What gold that was not bought here would bring now, by what is said of it' },
        ...{ body: shapes.QuoteOtherOf, response: { 200: shapes.GoldBackQuote } },
      },
    },
    (request) => quoteOther(karat, holderOf(request), request.body.pieces),
  )
  door.post(
    '/trade/goldBack_quoteTitled',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What a numbered piece that somebody else bought would bring now, with papers about it' },
        ...{ body: shapes.QuoteTitledOf, response: { 200: shapes.GoldBackQuote } },
      },
    },
    (request) => quoteTitled(karat, holderOf(request), request.body),
  )
  door.post(
    '/trade/goldBack',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Consign the pieces of a quote for sale to the house' },
        ...{ body: shapes.Consign, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const {
        quote_id: quoteId,
        pickup_point_id: pickupPointId,
        address_id: addressId,
        destination_id: destinationId,
        paid_in: paidIn = 'money',
        agreement_version: agreement,
        signature,
        pin,
      } = request.body
      const consigned = { quoteId, pickupPointId, addressId, destinationId, paidIn, agreement, signature, pin }
      return bookCase(karat, memberOf(request), consigned, onceWithPin(request))
    },
  )
}

function payingCalls(door: Door, karat: Bag<'goldback'>): void {
  door.post(
    '/trade/goldBack_takeMoney',
    {
      config: withPin,
      schema: {
        ...{ tags, summary: 'Be paid in money what was to be paid in grams, until it is paid' },
        ...{ body: shapes.TakeMoneyOf, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const { case_id: caseId, pin } = request.body
      return takeMoney(karat, memberOf(request), { caseId, pin }, onceWithPin(request))
    },
  )
}

function readingCalls(door: Door, karat: Bag<'goldback'>): void {
  door.get(
    '/trade/goldBack',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'Pieces of one’s own that may be sold back, and what it takes' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.OwnForSale } },
      },
    },
    (request) => readOwnForSale(karat, memberOf(request)),
  )
  door.get(
    '/trade/goldBack_cases',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What the member sold back, or is selling' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.GoldBackCases } },
      },
    },
    (request) => listCases(karat.db, memberOf(request)),
  )
  door.get(
    '/trade/goldBack_case',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'One of them, with its timeline' },
        ...{ querystring: shapes.OneCase, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => readCase(karat.db, karat, memberOf(request), request.query.case_id),
  )
}

function fileCalls(door: Door, karat: Bag<'goldback'>): void {
  door.get(
    '/trade/goldBack_paper',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{
          tags,
          summary:
            'The signed consignment of a case, the signed consent to melting, or the settlement of a paid one, as PDF, outside the envelope',
        },
        ...{ querystring: shapes.PaperOf, response: { 200: shapes.PaperPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const { case_id: caseId, paper: kind } = request.query
      await requireOwnCase(karat.db, holderOf(request), caseId)
      const { name, paper, signature } = await readCasePaper(karat, { caseId, kind })
      return sendFile(reply, { name, type: 'application/pdf', content: await drawPaper(paper, signature) })
    },
  )
  door.get(
    '/trade/goldBack_picture',
    {
      config: { ...reads, raw: true },
      schema: {
        ...{ tags, summary: 'A picture of a case of the member, as bytes' },
        ...{ querystring: shapes.OnePicture, response: { 200: shapes.PictureBytes } },
        produces: ['image/webp'],
      },
    },
    async (request, reply) => {
      const content = await openOwnPicture(karat, holderOf(request), request.query.picture_id)
      return sendPicture(reply.header('content-disposition', 'attachment; filename="picture.webp"'), content)
    },
  )
  door.post(
    '/trade/goldBack_addPicture',
    {
      config: reads,
      schema: {
        ...{
          tags,
          summary: 'Add an uploaded picture of a piece, or of a paper about it, to a case that is not decided yet',
        },
        ...{ body: shapes.AddPicture, response: { 200: shapes.GoldBackCase } },
      },
    },
    (request) => {
      const { case_id: caseId, of: kind, image_id: imageId } = request.body
      return addOwnPicture(
        karat,
        memberOf(request),
        { caseId, kind, imageId },
        onceOf(request, requireMember(request).id),
      )
    },
  )
}

function labelCall(door: Door, karat: Bag<'goldback'>): void {
  door.get(
    '/trade/goldBack_label',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{ tags, summary: 'What is stuck on the parcel that a courier collects, as PDF, outside the envelope' },
        ...{ querystring: shapes.OneCase, response: { 200: shapes.PaperPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const label = await readLabel(karat, memberOf(request), request.query.case_id)
      const name = paperFile(label.number)
      return sendFile(reply, { name, type: 'application/pdf', content: await drawPaper(label) })
    },
  )
}
