/** Physical gold that members sell back: taken in, inspected, decided, paid. */
import { sendPicture, takePictures } from '../../files/picture-door.ts'
import { noteScan } from '../../goldback/collection.ts'
import { PaperPdf, PictureBytes } from '../../goldback/contract.ts'
import { receiveCase, returnCase } from '../../goldback/hand-over.ts'
import {
  acceptCase,
  inspectCase,
  offerForCase,
  refuseParcel,
  rejectCase,
  resumeCase,
  retainCase,
} from '../../goldback/inspect-case.ts'
import { askMelting, withdrawMelting } from '../../goldback/melting/ask-melting.ts'
import * as melting from '../../goldback/melting/contract.ts'
import { recordMelting, startMelting } from '../../goldback/melting/melt-case.ts'
import { askMeltStock } from '../../goldback/melting/melt-stock.ts'
import * as stock from '../../goldback/melting/stock-contract.ts'
import { readStockToMelt } from '../../goldback/melting/stock-queries.ts'
import * as shapes from '../../goldback/office-contract.ts'
import { listOfficeCases, readOfficeCase } from '../../goldback/office-queries.ts'
import { readPaperForStaff } from '../../goldback/papers/read-paper-for-staff.ts'
import { payCase } from '../../goldback/pay-case.ts'
import { addAssayPicture } from '../../goldback/pictures/add-picture.ts'
import { openPictureForStaff } from '../../goldback/pictures/open-picture.ts'
import { proveTitle, refuseTitle } from '../../goldback/titled-piece.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { asFile } from '../kit/csv.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: goldback']
const sees = { access: 'staff', permission: 'goldback.see' } as const
const moves = (permission: Permission) => ({ access: 'staff', permission, once: true }) as const
const response = { 200: Done }
const decide = {
  ...{ accept: acceptCase, offer: offerForCase, reject: rejectCase, refuse_parcel: refuseParcel },
  ...{ prove_title: proveTitle, refuse_title: refuseTitle, retain: retainCase, resume: resumeCase },
}

export function goldbackOfficeApi(door: Door, karat: Karat): void {
  readingCalls(door, karat)
  void door.register(async (scope) => uploadCall(scope as Door, karat))
  handOverCalls(door, karat)
  meltingCalls(door, karat)
  stockCalls(door, karat)
  door.post(
    '/goldback/inspect',
    {
      config: moves('goldback.inspect'),
      schema: { tags, summary: 'What was weighed and assayed', body: shapes.InspectOf, response },
    },
    (request) => {
      const { case_id: caseId, found } = request.body
      return inspectCase(karat, requireStaff(request), { caseId, found }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/decide',
    {
      config: moves('goldback.decide'),
      schema: {
        tags,
        summary: 'Accept, offer what was found, reject, retain or inspect anew',
        body: shapes.DecideOf,
        response,
      },
    },
    (request) => {
      const { case_id: caseId, decision, reason } = request.body
      return decide[decision](karat, requireStaff(request), { caseId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/pay',
    {
      config: moves('goldback.pay'),
      schema: {
        ...{ tags, summary: 'Pay an accepted case, or ask for the second person that it takes' },
        ...{ body: shapes.PayOf, response: { 200: shapes.PaidOrAsked } },
      },
    },
    (request) => {
      const { case_id: caseId, reason } = request.body
      return payCase(karat, requireStaff(request), { caseId, reason }, staffOnce(request))
    },
  )
}

function handOverCalls(door: Door, karat: Karat): void {
  door.post(
    '/goldback/receive',
    {
      config: moves('goldback.receive'),
      schema: { tags, summary: 'Take consigned pieces in', body: shapes.ReceiveOf, response },
    },
    (request) => {
      const { case_id: caseId, serials, document, bag } = request.body
      return receiveCase(karat, requireStaff(request), { caseId, serials, document, bag }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/scan',
    {
      config: moves('goldback.receive'),
      schema: { tags, summary: 'A courier has collected the pieces', body: shapes.ScanOf, response },
    },
    (request) => {
      const { case_id: caseId, carrier, tracking, scanned_at } = request.body
      const scan = { caseId, carrier, tracking, scannedAt: new Date(scanned_at) }
      return noteScan(karat, requireStaff(request), scan, staffOnce(request))
    },
  )
  door.post(
    '/goldback/return',
    {
      config: moves('goldback.return'),
      schema: { tags, summary: 'Hand rejected pieces back', body: shapes.ReturnOf, response },
    },
    (request) => {
      const { case_id: caseId, document, carrier, tracking } = request.body
      const giving = { caseId, document, carrier, tracking }
      return returnCase(karat, requireStaff(request), giving, staffOnce(request))
    },
  )
}

function meltingCalls(door: Door, karat: Karat): void {
  door.post(
    '/goldback/askMelting',
    {
      config: moves('goldback.melt'),
      schema: { tags, summary: 'Ask the member to agree to melting', body: melting.AskMeltingOf, response },
    },
    (request) => {
      const { case_id: caseId, positions, reason } = request.body
      return askMelting(karat, requireStaff(request), { caseId, positions, reason }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/withdrawMelting',
    {
      config: moves('goldback.melt'),
      schema: { tags, summary: 'Take a request to melt back', body: melting.WithdrawMeltingOf, response },
    },
    (request) => {
      const { case_id: caseId, melting_id: meltingId, reason } = request.body
      return withdrawMelting(karat, requireStaff(request), { caseId, meltingId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/startMelting',
    {
      config: moves('goldback.melt'),
      schema: {
        tags,
        summary: 'Put what its member agreed to into the crucible',
        body: melting.StartMeltingOf,
        response,
      },
    },
    (request) => {
      const { case_id: caseId, melting_id: meltingId, found: weighed } = request.body
      return startMelting(karat, requireStaff(request), { caseId, meltingId, weighed }, staffOnce(request))
    },
  )
  door.post(
    '/goldback/recordMelting',
    {
      config: moves('goldback.melt'),
      schema: { tags, summary: 'What came out, by another person', body: melting.RecordMeltingOf, response },
    },
    (request) => {
      const { case_id: caseId, melting_id: meltingId, found } = request.body
      return recordMelting(karat, requireStaff(request), { caseId, meltingId, found }, staffOnce(request))
    },
  )
}

function stockCalls(door: Door, karat: Karat): void {
  door.get(
    '/goldback/stock',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Lots and short pieces of a store that may be melted, and what was' },
        ...{ querystring: stock.StockToMeltQuery, response: { 200: stock.StockToMelt } },
      },
    },
    ({ query }) => readStockToMelt(karat.db, knownStore(karat, query.store).code),
  )
  door.post(
    '/goldback/meltStock',
    {
      config: moves('goldback.melt_stock'),
      schema: {
        ...{ tags, summary: 'Ask for the second person who says what came out of lots and short pieces' },
        ...{ body: stock.MeltStockOf, response: { 200: stock.MeltingAsked } },
      },
    },
    (request) => {
      const store = knownStore(karat, request.body.store).code
      return askMeltStock(karat, requireStaff(request), { ...request.body, store }, staffOnce(request))
    },
  )
}

function readingCalls(door: Door, karat: Karat): void {
  door.get(
    '/goldback/list',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Cases in which members sell gold back, what is to be done first' },
        ...{ querystring: shapes.OfficeCasesQuery, response: { 200: shapes.OfficeCasesPage } },
      },
    },
    ({ query }) => listOfficeCases(karat.db, query),
  )
  door.get(
    '/goldback/case',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'One case with its pieces and its timeline' },
        ...{ querystring: shapes.OfficeCaseOf, response: { 200: shapes.OfficeCase } },
      },
    },
    (request) => readOfficeCase(karat, request.query.case_id, request.language),
  )
  door.get(
    '/goldback/paper',
    {
      config: { ...sees, ...asFile },
      schema: {
        ...{ tags, summary: 'A signed paper or the settlement of a case as PDF; who looked is written first' },
        ...{ querystring: shapes.OfficePaperOf, response: { 200: PaperPdf } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const { case_id: caseId, paper: kind } = request.query
      const { name, paper, signature } = await readPaperForStaff(karat, requireStaff(request), { caseId, kind })
      return sendFile(reply, { name, type: 'application/pdf', content: await drawPaper(paper, signature) })
    },
  )
  door.post(
    '/goldback/openPicture',
    {
      config: { ...sees, ...asFile },
      schema: {
        ...{ tags, summary: 'A picture of a case as bytes; every look is kept in the audit log' },
        ...{ body: shapes.OpenPicture, response: { 200: PictureBytes } },
        produces: ['image/webp'],
      },
    },
    async (request, reply) => {
      const content = await openPictureForStaff(karat, requireStaff(request), request.body.picture_id)
      return sendPicture(reply.header('content-disposition', 'attachment; filename="picture.webp"'), content)
    },
  )
}

async function uploadCall(scope: Door, karat: Karat) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/goldback/addPicture',
    {
      config: { access: 'staff', permission: 'goldback.inspect', once: false, rate: 'upload' },
      preValidation: readForm,
      schema: {
        ...{ tags, summary: 'Add a picture of the assay, which the member sees', consumes: ['multipart/form-data'] },
        ...{ body: shapes.AddAssayPicture, response: { 200: shapes.PictureAdded } },
      },
    },
    (request) => {
      const { case_id: caseId, file } = request.body
      return addAssayPicture(karat, requireStaff(request), { caseId, file }, inTurn)
    },
  )
}
