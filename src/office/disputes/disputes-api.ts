/** What banks and providers took back, and how what is owed to the house because of it ends. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../orders/refunds/office-taken-back-contract.ts'
import { findNumberOfTakenBack, listOfficeTakenBack } from '../../orders/refunds/office-taken-back-queries.ts'
import { noteReceivable, takeNoteBack } from '../../payments/note-receivable.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'

const tags = ['office: disputes']
const moves = (permission: Permission) => ({ access: 'staff', permission, once: true }) as const

export function disputesApi(door: Door, karat: Karat): void {
  door.get(
    '/disputes/list',
    {
      config: { access: 'staff', permission: 'disputes.see' },
      schema: {
        tags,
        summary: 'Disputes of card payments, and captures that providers corrected',
        querystring: shapes.TakenBackQuery,
        response: { 200: shapes.TakenBackPage },
      },
    },
    ({ query }) => listOfficeTakenBack(karat, query),
  )
  noting(door, karat)
  door.post(
    '/disputes/takeBack',
    {
      config: moves('disputes.take_back'),
      schema: {
        tags,
        summary: 'Take a note back, whole: it is owed again',
        body: shapes.TakeNoteBack,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { note_id: noteId, reason } = request.body
      const facts = await findNumberOfTakenBack(karat.db, noteId)
      return takeNoteBack(karat, requireStaff(request), { noteId, reason, facts }, staffOnce(request))
    },
  )
}

function noting(door: Door, karat: Karat) {
  door.post(
    '/disputes/notePaid',
    {
      config: moves('disputes.note_paid'),
      schema: {
        tags,
        summary: 'Note that what is owed was paid at the bank, or ask for the second person that it takes',
        body: shapes.NotePaid,
        response: { 200: shapes.Noted },
      },
    },
    async (request) => {
      const facts = await findNumberOfTakenBack(karat.db, request.body.id)
      const wish = { ...request.body, kind: 'paid', facts } as const
      return noteReceivable(karat, requireStaff(request), wish, staffOnce(request))
    },
  )
  door.post(
    '/disputes/writeOff',
    {
      config: moves('disputes.write_off'),
      schema: {
        tags,
        summary: 'Write off what is owed, or ask for the second person that it takes',
        body: shapes.WriteOff,
        response: { 200: shapes.Noted },
      },
    },
    async (request) => {
      const facts = await findNumberOfTakenBack(karat.db, request.body.id)
      const wish = { ...request.body, kind: 'written_off', reference: null, facts } as const
      return noteReceivable(karat, requireStaff(request), wish, staffOnce(request))
    },
  )
}
