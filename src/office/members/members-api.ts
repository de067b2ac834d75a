/** The staff's calls about members. */
import type { Door } from '../../http/door.ts'
import { getMember, listMemberSessions, listMembers } from '../../identity/members-for-staff.ts'
import type { Karat } from '../../karat.ts'
import { getStanding } from '../../kyc/office-queries.ts'
import { listOrdersOf } from '../../orders/core/figures-for-staff.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { listNotes } from '../../staff/notes.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { askAdjust } from '../../vault/adjust-member.ts'
import { AdjustMember, MemberVault } from '../../vault/adjustment-contract.ts'
import {
  endSessionsOfMember,
  freezeMember,
  noteOnMember,
  type OnMember,
  revealMember,
  revealVault,
  unfreezeMember,
} from './change-member.ts'
import * as shape from './members-contract.ts'
import { askRemoveFactors } from './remove-factors.ts'

const tags = ['office: members']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const on = ({ member_id: memberId, reason }: { member_id: string; reason: string }): OnMember => ({ memberId, reason })

export function membersApi(door: Door, karat: Karat) {
  readCalls(door, karat)
  vaultCalls(door, karat)
  const withReason = shape.MemberWithReason
  const answer = { 200: shape.MemberDone }
  door.post(
    '/members/reveal',
    {
      config: needs('members.reveal'),
      schema: { tags, summary: 'Contact data unmasked', body: withReason, response: { 200: shape.ContactData } },
    },
    (request) => revealMember(karat, requireStaff(request), on(request.body)),
  )
  door.post(
    '/members/freeze',
    { config: needs('members.freeze'), schema: { tags, summary: 'Freezes', body: withReason, response: answer } },
    (request) => freezeMember(karat, requireStaff(request), on(request.body)),
  )
  door.post(
    '/members/unfreeze',
    { config: needs('members.unfreeze'), schema: { tags, summary: 'Unfreezes', body: withReason, response: answer } },
    (request) => unfreezeMember(karat, requireStaff(request), on(request.body)),
  )
  door.post(
    '/members/endSessions',
    {
      config: needs('members.end_sessions'),
      schema: { tags, summary: 'Ends all sessions', body: withReason, response: answer },
    },
    (request) => endSessionsOfMember(karat, requireStaff(request), on(request.body)),
  )
  door.post(
    '/members/removeFactors',
    {
      config: { ...needs('members.remove_factors'), once: true },
      schema: {
        tags,
        summary: 'Ask a second person to remove the app, recovery codes and passkeys that a member has lost',
        body: withReason,
        response: { 200: shape.MemberAsked },
      },
    },
    (request) => askRemoveFactors(karat, requireStaff(request), on(request.body), staffOnce(request)),
  )
  door.post(
    '/members/note',
    { config: needs('members.note'), schema: { tags, summary: 'A note', body: shape.MemberNote, response: answer } },
    (request) => {
      const { member_id: memberId, text } = request.body
      return noteOnMember(karat, requireStaff(request), { memberId, text })
    },
  )
}

function vaultCalls(door: Door, karat: Karat) {
  door.post(
    '/members/vault',
    {
      config: needs('members.reveal'),
      schema: {
        tags,
        summary: 'What the member has in the vault',
        body: shape.MemberWithReason,
        response: { 200: MemberVault },
      },
    },
    (request) => revealVault(karat, requireStaff(request), on(request.body)),
  )
  door.post(
    '/members/adjust',
    {
      config: { ...needs('members.adjust'), once: true },
      schema: {
        tags,
        summary: 'Ask a second person to correct what the member has',
        body: AdjustMember,
        response: { 200: shape.MemberAsked },
      },
    },
    (request) => askAdjust(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

function readCalls(door: Door, karat: Karat) {
  const config = needs('members.see')
  door.get(
    '/members/list',
    {
      config,
      schema: { tags, summary: 'Members', querystring: shape.MembersQuery, response: { 200: shape.MembersPage } },
    },
    ({ query }) => listMembers(karat.db, query, query),
  )
  door.get(
    '/members/get',
    {
      config,
      schema: { tags, summary: 'A member', querystring: shape.MemberId, response: { 200: shape.MemberDetail } },
    },
    async ({ query: { member_id: id } }) => {
      const member = await getMember(karat.db, id)
      const [standing, sessions, orders, notes] = await Promise.all([
        getStanding(karat.db, id),
        listMemberSessions(karat.db, id),
        listOrdersOf(karat.db, id),
        listNotes(karat.db, { kind: 'member', id }),
      ])
      return { member, standing, sessions, orders, notes }
    },
  )
}
