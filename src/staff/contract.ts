/** Wire shapes of the staff's own calls: sign-in, account, people, audit log, approvals. */

import { z } from 'zod'
import { passwordLength } from '../credentials/password-rules.ts'
import { momentField, nameText, typedText, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { approvalStates, requesterStates } from './approval-rules.ts'
import { permissions, roles } from './permission-rules.ts'

const email = typedText(3, 254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, problem('email'))
const password = typedText(1, 4 * settings.password.max).refine(
  (text) => passwordLength(text) <= settings.password.max,
  problem('too_long', { n: settings.password.max }),
)
const totp = z.string().regex(/^[0-9]{6}$/, problem('six_digits'))
const token = z.string().regex(/^[\w-]{43}$/, problem('staff_whole'))
/** Why somebody does what they do; kept in the audit log. */
export const reasonField = typedText(3, 500).regex(/\S/, problem('empty'))
const role = z.enum(roles)
const rolesField = z
  .array(role)
  .min(1, problem('staff_one_role'))
  .max(roles.length)
  .refine((list) => new Set(list).size === list.length, problem('staff_role_once'))
/** Somebody of the house; not a member's id, so not one of the access matrix of members. */
const personId = z.uuid(problem('id'))

export const Nothing = z.strictObject({})
export const Done = z.strictObject({ done: z.literal(true) })

export const SignIn = z.strictObject({ email: typedText(1, 254), password })
export const Challenge = z.strictObject({ challenge: z.string(), expires_at: momentField })
export const ConfirmCode = z.strictObject({ challenge: token, code: totp })

export const Me = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  permissions: z.array(z.enum(permissions as [string, ...string[]])),
  language: z.string(),
})
export const SignedInStaff = z.strictObject({ token: z.string(), expires_at: momentField, staff: Me })

/** What an authenticator app takes: scanned, or typed by hand. */
const Authenticator = z.strictObject({
  typed: z.string(),
  address: z.string().meta({ description: 'otpauth:// address' }),
  square: z.strictObject({ size: z.int(), path: z.string() }).meta({ description: 'outline of the QR code' }),
})
export const InvitationToken = z.strictObject({ token })
export const Invitation = z.strictObject({
  email: z.string(),
  name: z.string(),
  roles: z.array(role),
  expires_at: momentField,
  authenticator: Authenticator,
})
export const BeginAsOwner = z.strictObject({
  token,
  name: nameText(2, 80),
  email,
  language: z.enum(['en-US', 'id', 'zh']),
})
export const OwnInvitation = z.strictObject({ link: z.string().meta({ description: 'path of the invitation' }) })
export const AcceptInvitation = z.strictObject({ token, password, code: totp })

export const ChangeOwnPassword = z.strictObject({ password, code: totp, new_password: password })
export const BeginAuthenticator = z.strictObject({ password, code: totp })
export const NewAuthenticator = z.strictObject({ authenticator: Authenticator })
export const SetAuthenticator = z.strictObject({ code: totp })

const StaffSession = z.strictObject({
  id: z.uuid(),
  device: z.string(),
  address: z.string(),
  is_current: z.boolean(),
  created_at: momentField,
  last_used_at: momentField,
})
export const StaffSessions = z.strictObject({ sessions: z.array(StaffSession) })
export const EndOwnSession = z.strictObject({ session_id: z.uuid() })

/** Server paging: a page of the newest rows, and how many there are in all. */
export const pageQuery = { page: wholeNumber(1, 10_000).default(1), size: wholeNumber(1, 100).default(50) }

export const Person = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  state: z.enum(['active', 'invited', 'disabled']),
  open_sessions: z.int(),
  last_seen_at: momentField.nullable(),
  created_at: momentField,
})
export const PeopleQuery = z.strictObject(pageQuery)
export const People = z.strictObject({ total: z.int(), rows: z.array(Person) })
export const InviteStaff = z.strictObject({
  email,
  name: nameText(1, 80).regex(/\S/, problem('empty')),
  roles: rolesField,
})
/** The link itself goes to the invited address and is in no answer. */
export const InvitationSent = z.strictObject({
  sent: z.boolean(),
  approval_id: z.uuid().nullable().meta({ description: 'where another owner has to confirm it first' }),
})
export const StaffChanged = z.strictObject({
  done: z.boolean(),
  approval_id: z
    .uuid()
    .nullable()
    .meta({ description: 'where another owner has to confirm first that an owner is put out' }),
})
export const PersonWithReason = z.strictObject({ person_id: personId, reason: reasonField })
export const ChangeRoles = z.strictObject({ person_id: personId, roles: rolesField, reason: reasonField })
export const Ended = z.strictObject({ ended: z.int() })

const day = z.iso.date(problem('staff_day'))

const auditFilter = {
  person: z.uuid().optional(),
  by: typedText(1, 100).optional().meta({ description: 'name, or a part of it, of who did it' }),
  action: typedText(1, 60).optional().meta({ description: 'a permission, or the part before its dot' }),
  outcome: z.enum(['done', 'refused']).optional(),
  subject: typedText(1, 100).optional().meta({
    description:
      'what it was done to: an id, an order number, a serial number, or name, e-mail or mobile number of a member',
  }),
  from: day.optional(),
  to: day.optional(),
}
export const AuditQuery = z.strictObject({ ...auditFilter, ...pageQuery })
export const AuditExport = z.strictObject(auditFilter)
const ActionRow = z.strictObject({
  id: z.string(),
  at: momentField,
  person_id: z.uuid(),
  person: z.string(),
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  subject_kind: z.string().nullable(),
  subject_id: z.string().nullable(),
  store: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string(),
  request_id: z.string(),
})
export const AuditPage = z.strictObject({ total: z.int(), rows: z.array(ActionRow) })

const Approval = z.strictObject({
  id: z.uuid(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  store: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()).meta({ description: 'exactly what will be executed' }),
  reason: z.string(),
  state: z.enum(approvalStates),
  requested_by: z.string(),
  requester_is: z.enum(requesterStates).meta({ description: 'only what an active person asked for can be approved' }),
  requested_at: momentField,
  expires_at: momentField,
  decided_by: z.string().nullable(),
  decided_at: momentField.nullable(),
  decided_because: z.string().nullable(),
  is_own: z.boolean(),
  may_decide: z.boolean(),
})
export const ApprovalsQuery = z.strictObject({ state: z.enum(approvalStates).optional(), ...pageQuery })
export const ApprovalsPage = z.strictObject({ total: z.int(), rows: z.array(Approval) })
export const ApprovalCount = z.strictObject({ waiting: z.int() })
export const ApprovalId = z.strictObject({ approval_id: z.uuid() })
export const ApprovalWithReason = z.strictObject({ approval_id: z.uuid(), reason: reasonField })

export type MeView = z.infer<typeof Me>
export type SignedInStaffView = z.infer<typeof SignedInStaff>
export type ChallengeView = z.infer<typeof Challenge>
export type InvitationView = z.infer<typeof Invitation>
export type StaffChangedView = z.infer<typeof StaffChanged>
export type InvitationSentView = z.infer<typeof InvitationSent>
export type AuthenticatorView = z.infer<typeof Authenticator>
export type PersonView = z.infer<typeof Person>
export type StaffSessionView = z.infer<typeof StaffSession>
export type ActionView = z.infer<typeof ActionRow>
export type ApprovalView = z.infer<typeof Approval>
