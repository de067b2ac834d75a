/** The desk of cases: what is looked into about members, and the lists that they are compared with. */
import { listCases, listLists, readCase } from '../../cases/case-queries.ts'
import { askRelease, decideHit } from '../../cases/decide-hit.ts'
import { addDocument, openDocument } from '../../cases/documents.ts'
import { importList } from '../../cases/import-list.ts'
import { askEndHold, openHold } from '../../cases/legal-hold.ts'
import { noteCase } from '../../cases/note-case.ts'
import * as shapes from '../../cases/office-contract.ts'
import { sendPicture, takePictures } from '../../files/picture-door.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { askCarryOut } from '../../vault/carry-out.ts'
import { CarryOut } from '../../vault/legal-contract.ts'
import { asFile } from '../kit/csv.ts'

const tags = ['office: cases']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const moves = (permission: Permission) => ({ access: 'staff', permission, once: true }) as const
const bodyLimit = 8_000_000

export function casesOfficeApi(door: Door, karat: Karat): void {
  reads(door, karat)
  deciding(door, karat)
  papers(door, karat)
  void door.register(async (scope) => uploadCall(scope as Door, karat))
  holds(door, karat)
  carryingOut(door, karat)
  lists(door, karat)
}

function reads(door: Door, karat: Karat) {
  door.get(
    '/cases/list',
    {
      config: needs('cases.see'),
      schema: {
        tags,
        summary: 'Cases, the open ones first',
        querystring: shapes.CasesQuery,
        response: { 200: shapes.CasesPage },
      },
    },
    ({ query }) => listCases(karat.db, query),
  )
  door.get(
    '/cases/case',
    {
      config: needs('cases.see'),
      schema: {
        tags,
        summary: 'One case with all that is known; the look is kept in the audit log',
        querystring: shapes.CaseOf,
        response: { 200: shapes.CaseView },
      },
    },
    (request) => readCase(karat, requireStaff(request), request.query.case_id),
  )
}

function deciding(door: Door, karat: Karat) {
  door.post(
    '/cases/note',
    {
      config: needs('cases.note'),
      schema: { tags, summary: 'Keep what was found out', body: shapes.NoteCase, response: { 200: Done } },
    },
    (request) => {
      const { case_id: caseId, text } = request.body
      return noteCase(karat, requireStaff(request), { caseId, text })
    },
  )
  door.post(
    '/cases/decide',
    {
      config: moves('cases.decide'),
      schema: {
        tags,
        summary: 'Decide whether a list means the member',
        body: shapes.DecideHit,
        response: { 200: Done },
      },
    },
    (request) => {
      const { case_id: caseId, verdict, reason } = request.body
      return decideHit(karat, requireStaff(request), { caseId, verdict, reason }, staffOnce(request))
    },
  )
  door.post(
    '/cases/release',
    {
      config: moves('cases.release'),
      schema: {
        tags,
        summary: 'Ask for the second person who lets a confirmed member move again',
        body: shapes.ReleaseMember,
        response: { 200: shapes.ReleaseAsked },
      },
    },
    (request) => {
      const { case_id: caseId, reason } = request.body
      return askRelease(karat, requireStaff(request), { caseId, reason }, staffOnce(request))
    },
  )
}

/** A POST, so that no cache on the way keeps it. */
function papers(door: Door, karat: Karat) {
  door.post(
    '/cases/openDocument',
    {
      config: { ...needs('cases.see'), ...asFile },
      schema: {
        tags,
        summary: 'A paper of a case as bytes; every look is kept in the audit log',
        produces: ['image/webp'],
        body: shapes.OpenDocument,
        response: { 200: shapes.DocumentBytes },
      },
    },
    async (request, reply) => {
      const content = await openDocument(karat, requireStaff(request), request.body.document_id)
      return sendPicture(reply.header('content-disposition', 'attachment; filename="paper.webp"'), content)
    },
  )
}

async function uploadCall(scope: Door, karat: Karat) {
  const { inTurn, readForm } = await takePictures(scope, karat)
  scope.post(
    '/cases/addDocument',
    {
      config: { ...needs('cases.note'), rate: 'upload' },
      preValidation: readForm,
      schema: {
        tags,
        summary: 'Put a picture of a paper into a case',
        consumes: ['multipart/form-data'],
        body: shapes.AddDocument,
        response: { 200: shapes.DocumentAdded },
      },
    },
    (request) => {
      const { case_id: caseId, file } = request.body
      return addDocument(karat, requireStaff(request), { caseId, file }, inTurn)
    },
  )
}

function holds(door: Door, karat: Karat) {
  door.post(
    '/cases/openHold',
    {
      config: moves('cases.hold'),
      schema: {
        tags,
        summary: 'Stop everything of a member: death, court, guardianship, authority',
        body: shapes.OpenHold,
        response: { 200: shapes.HoldOpened },
      },
    },
    (request) => {
      const { member_id: memberId, kind, reason } = request.body
      return openHold(karat, requireStaff(request), { memberId, kind, reason }, staffOnce(request))
    },
  )
  door.post(
    '/cases/endHold',
    {
      config: moves('cases.end_hold'),
      schema: {
        tags,
        summary: 'Ask for the second person who ends a legal hold',
        body: shapes.EndHold,
        response: { 200: shapes.ReleaseAsked },
      },
    },
    (request) => {
      const { case_id: caseId, reason } = request.body
      return askEndHold(karat, requireStaff(request), { caseId, reason }, staffOnce(request))
    },
  )
}

function carryingOut(door: Door, karat: Karat) {
  door.post(
    '/cases/carryOut',
    {
      config: moves('cases.carry_out'),
      schema: {
        tags,
        summary:
          'Ask for the second person who lets grams or money of a held member go to an heir, or where a court says',
        body: CarryOut,
        response: { 200: shapes.ReleaseAsked },
      },
    },
    (request) => {
      const { case_id: caseId, ...wish } = request.body
      return askCarryOut(karat, requireStaff(request), { caseId, ...wish }, staffOnce(request))
    },
  )
}

function lists(door: Door, karat: Karat) {
  door.get(
    '/cases/lists',
    {
      config: needs('cases.see'),
      schema: { tags, summary: 'The lists that members are compared with', response: { 200: shapes.Lists } },
    },
    () => listLists(karat.db),
  )
  door.post(
    '/cases/readList',
    {
      bodyLimit,
      config: moves('cases.read_list'),
      schema: {
        tags,
        summary: 'Read a list in: it takes the place of what its source had listed, and everybody is compared with it',
        body: shapes.ReadList,
        response: { 200: shapes.ListRead },
      },
    },
    (request) => importList(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
