/** Calls of the staff about themselves: signing in, their own account, people, audit log, approvals. Under /api/admin. */
import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../credentials/device-rules.ts'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag, Karat } from '../karat.ts'
import { approve, type Executor, rejectApproval, withdrawApproval } from './approvals.ts'
import { beginAuthenticator, setAuthenticator } from './authenticator.ts'
import { changeRoles, disableStaff, enableStaff, endStaffSessions, inviteAgain } from './change-staff.ts'
import * as shape from './contract.ts'
import { requireStaff, staffOnce } from './door.ts'
import { beginAsOwner } from './first-owner.ts'
import { acceptInvitation, inviteStaff, readInvitation } from './invite-staff.ts'
import { changeOwnPassword, endOwnSession, signOutStaff } from './own-account.ts'
import type { Permission } from './permission-rules.ts'
import { confirmCode, signInStaff } from './sign-in.ts'
import { countApprovals, describeMe, listApprovals, listOwnSessions, listPeople } from './staff-queries.ts'

const tags = ['office: staff']
const open = { access: 'public', rate: 'staff_login' } as const
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const answers = <T>(schema: T) => ({ 200: schema })

const callerOf = (request: FastifyRequest) => ({
  device: deviceOf(request.headers['user-agent']),
  address: addressSubject(request.ip),
  requestId: request.id,
})

export function staffApi(door: Door, karat: Karat, executors: ReadonlyMap<Permission, Executor>) {
  signInCalls(door, karat)
  accountCalls(door, karat)
  listCalls(door, karat)
  changeCalls(door, karat)
  approvalCalls(door, karat, executors)
}

function signInCalls(door: Door, karat: Bag<'staff'>) {
  door.post(
    '/staff/signIn',
    {
      config: open,
      schema: {
        tags,
        summary: 'The password; then comes the code',
        body: shape.SignIn,
        response: answers(shape.Challenge),
      },
    },
    (request) => signInStaff(karat, { ...request.body, caller: callerOf(request) }),
  )
  door.post(
    '/staff/confirmCode',
    {
      config: open,
      schema: {
        tags,
        summary: 'The code of the authenticator',
        body: shape.ConfirmCode,
        response: answers(shape.SignedInStaff),
      },
    },
    (request) => confirmCode(karat, { ...request.body, caller: callerOf(request) }),
  )
  door.post(
    '/staff/readInvitation',
    {
      config: open,
      schema: {
        tags,
        summary: 'Whom a link invites',
        body: shape.InvitationToken,
        response: answers(shape.Invitation),
      },
    },
    ({ body }) => readInvitation(karat, body.token),
  )
  door.post(
    '/staff/beginAsOwner',
    {
      config: open,
      schema: {
        tags,
        summary: 'The first owner of a shop in which nobody can sign in yet, by the link that its start printed',
        body: shape.BeginAsOwner,
        response: answers(shape.OwnInvitation),
      },
    },
    ({ body }) => beginAsOwner(karat, body),
  )
  door.post(
    '/staff/acceptInvitation',
    {
      config: open,
      schema: {
        tags,
        summary: 'Sets password and authenticator',
        body: shape.AcceptInvitation,
        response: answers(shape.SignedInStaff),
      },
    },
    (request) => acceptInvitation(karat, { ...request.body, caller: callerOf(request) }),
  )
}

function accountCalls(door: Door, karat: Bag<'staff'>) {
  const config = needs('account.own')
  door.get(
    '/staff/me',
    { config, schema: { tags, summary: 'Who is signed in, and what they may', response: answers(shape.Me) } },
    async (request) => describeMe(requireStaff(request)),
  )
  door.post(
    '/staff/signOut',
    { config, schema: { tags, summary: 'Ends this session', body: shape.Nothing, response: answers(shape.Done) } },
    (request) => signOutStaff(karat, requireStaff(request)),
  )
  door.get(
    '/staff/sessions',
    { config, schema: { tags, summary: 'Own open sessions', response: answers(shape.StaffSessions) } },
    async (request) => ({ sessions: await listOwnSessions(karat.db, requireStaff(request)) }),
  )
  door.post(
    '/staff/endSession',
    {
      config,
      schema: {
        tags,
        summary: 'Ends one of one’s own sessions',
        body: shape.EndOwnSession,
        response: answers(shape.Done),
      },
    },
    (request) => endOwnSession(karat, requireStaff(request), request.body.session_id),
  )
  door.post(
    '/staff/changePassword',
    {
      config,
      schema: { tags, summary: 'A new password', body: shape.ChangeOwnPassword, response: answers(shape.Done) },
    },
    (request) => {
      const { new_password: newPassword, ...proof } = request.body
      return changeOwnPassword(karat, requireStaff(request), { ...proof, newPassword })
    },
  )
  door.post(
    '/staff/beginAuthenticator',
    {
      config,
      schema: {
        tags,
        summary: 'Another authenticator, to be proven',
        body: shape.BeginAuthenticator,
        response: answers(shape.NewAuthenticator),
      },
    },
    async (request) => ({ authenticator: await beginAuthenticator(karat, requireStaff(request), request.body) }),
  )
  door.post(
    '/staff/setAuthenticator',
    {
      config,
      schema: {
        tags,
        summary: 'Proves the new authenticator',
        body: shape.SetAuthenticator,
        response: answers(shape.Done),
      },
    },
    (request) => setAuthenticator(karat, requireStaff(request), request.body.code),
  )
}

function listCalls(door: Door, karat: Bag<'staff'>) {
  door.get(
    '/staff/people',
    {
      config: needs('staff.see'),
      schema: {
        tags,
        summary: 'Everybody of the house',
        querystring: shape.PeopleQuery,
        response: answers(shape.People),
      },
    },
    ({ query }) => listPeople(karat.db, query),
  )
  door.post(
    '/staff/invite',
    {
      config: needs('staff.invite'),
      schema: {
        tags,
        summary: 'Invites somebody; the link goes to their address',
        body: shape.InviteStaff,
        response: answers(shape.InvitationSent),
      },
    },
    (request) => inviteStaff(karat, requireStaff(request), request.body),
  )
}

function changeCalls(door: Door, karat: Bag<'staff'>) {
  const config = needs('staff.change')
  door.post(
    '/staff/inviteAgain',
    {
      config,
      schema: {
        tags,
        summary: 'A new link for lost factors',
        body: shape.PersonWithReason,
        response: answers(shape.InvitationSent),
      },
    },
    (request) => inviteAgain(karat, requireStaff(request), withPerson(request.body)),
  )
  door.post(
    '/staff/changeRoles',
    {
      config,
      schema: {
        tags,
        summary: 'Gives somebody these roles',
        body: shape.ChangeRoles,
        response: answers(shape.StaffChanged),
      },
    },
    (request) => changeRoles(karat, requireStaff(request), { ...withPerson(request.body), roles: request.body.roles }),
  )
  door.post(
    '/staff/disable',
    {
      config,
      schema: {
        tags,
        summary: 'Shuts somebody out',
        body: shape.PersonWithReason,
        response: answers(shape.StaffChanged),
      },
    },
    (request) => disableStaff(karat, requireStaff(request), withPerson(request.body)),
  )
  door.post(
    '/staff/enable',
    {
      config,
      schema: { tags, summary: 'Lets somebody in again', body: shape.PersonWithReason, response: answers(shape.Done) },
    },
    (request) => enableStaff(karat, requireStaff(request), withPerson(request.body)),
  )
  door.post(
    '/staff/endSessions',
    {
      config,
      schema: {
        tags,
        summary: 'Ends all sessions of somebody',
        body: shape.PersonWithReason,
        response: answers(shape.Ended),
      },
    },
    (request) => endStaffSessions(karat, requireStaff(request), withPerson(request.body)),
  )
}

const withPerson = ({ person_id: personId, reason }: { person_id: string; reason: string }) => ({ personId, reason })

function approvalCalls(door: Door, karat: Karat, executors: ReadonlyMap<Permission, Executor>) {
  const config = needs('approvals.see')
  door.get(
    '/approvals/list',
    {
      config,
      schema: {
        tags,
        summary: 'What takes two people',
        querystring: shape.ApprovalsQuery,
        response: answers(shape.ApprovalsPage),
      },
    },
    (request) => listApprovals(karat.db, requireStaff(request), request.query.state, request.query),
  )
  door.get(
    '/approvals/count',
    { config, schema: { tags, summary: 'How many wait for the reader', response: answers(shape.ApprovalCount) } },
    async (request) => ({ waiting: await countApprovals(karat.db, requireStaff(request)) }),
  )
  door.post(
    '/approvals/approve',
    {
      config: { ...config, once: true },
      schema: {
        tags,
        summary: 'Executes what another person asked for',
        body: shape.ApprovalId,
        response: answers(shape.Done),
      },
    },
    (request) => {
      const decision = { approvalId: request.body.approval_id }
      return approve(karat, requireStaff(request), decision, executors, staffOnce(request))
    },
  )
  door.post(
    '/approvals/reject',
    {
      config,
      schema: {
        tags,
        summary: 'Says no to what another person asked for',
        body: shape.ApprovalWithReason,
        response: answers(shape.Done),
      },
    },
    (request) => {
      const { approval_id: approvalId, reason } = request.body
      return rejectApproval(karat, requireStaff(request), { approvalId, reason })
    },
  )
  door.post(
    '/approvals/withdraw',
    {
      config,
      schema: { tags, summary: 'Takes one’s own request back', body: shape.ApprovalId, response: answers(shape.Done) },
    },
    (request) => withdrawApproval(karat, requireStaff(request), { approvalId: request.body.approval_id }),
  )
}
