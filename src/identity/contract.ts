/** Wire shapes of sign-up, sign-in, sessions and the PIN. */

import { z } from 'zod'
import { passwordLength } from '../credentials/password-rules.ts'
import { momentField, nameText, ownedId, pinField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'

const accountText = typedText(3, 254)
const password = typedText(1, 4 * settings.password.max).refine(
  (text) => passwordLength(text) <= settings.password.max,
  problem('too_long', { n: settings.password.max }),
)
export const device = z
  .string()
  .regex(/^[\w-]{43}$/, problem('device_token'))
  .optional()
const code = z.string().regex(/^[0-9]{6}$/, problem('six_digits'))
const linkToken = z.string().regex(/^[\w-]{43}$/, problem('link_token'))
const linkCode = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, problem('link_code'))

export const SendSignupCode = z
  .strictObject({
    email: accountText.optional(),
    mobile: accountText.optional(),
    agreement_version: typedText(1, 20),
    invite: linkCode.optional().meta({ description: 'code of the member whose link led here' }),
    referral: linkCode.optional().meta({ description: 'code of the agent or activity whose link led here' }),
  })
  .refine((body) => (body.email === undefined) !== (body.mobile === undefined), {
    message: problem('email_or_mobile'),
    path: ['email'],
  })
export const SignupCodeSent = z.strictObject({ sign_up_id: z.uuid(), expires_at: momentField })

export const Signup = z.strictObject({
  sign_up_id: z.uuid(problem('sign_up_id')),
  code,
  name: nameText(1, 80).regex(/\S/, problem('empty')),
  password,
  device,
})
export const signInId = z.uuid(problem('sign_in_id'))
export const Login = z.strictObject({
  account: accountText.meta({ description: 'e-mail address or mobile number' }),
  password,
  device,
})

export const UserInfo = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  store: z.string(),
  language: z.string(),
  has_pin: z.boolean(),
  pin_locked: z.boolean(),
  outgoing_paused_until: momentField.nullable().meta({ description: 'until then no gold or money leaves the account' }),
  member_since: momentField,
})
export const SignedIn = z.strictObject({
  token: z.string(),
  expires_at: momentField,
  device_token: z.string().meta({ description: 'kept by the browser and sent with the next sign-in' }),
  userInfo: UserInfo,
})
/** Ways to finish a sign-in that has begun. */
const secondStepWays = ['app', 'passkey', 'code'] as const
export type SecondStepWay = (typeof secondStepWays)[number]
export const SecondStep = z.strictObject({
  sign_in_id: z.uuid(),
  ways: z.array(z.enum(secondStepWays)),
  expires_at: momentField,
})
export const SignInAnswer = z.union([SignedIn, SecondStep])

export const Sessions = z.strictObject({
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      device: z.string(),
      address: z.string().meta({ description: 'the network address it was opened from' }),
      is_current: z.boolean(),
      created_at: momentField,
      last_used_at: momentField,
      expires_at: momentField,
    }),
  ),
})
export const EndSession = z.strictObject({ id: ownedId('session') })
export const SessionsEnded = z.strictObject({ ended: z.int().meta({ description: 'how many sessions were ended' }) })

/** The body of a call that says everything by being made. */
export const Nothing = z.strictObject({}).nullish()

export const SetPin = z.strictObject({ pin: pinField, password })
export const CheckPin = z.strictObject({ pin: pinField })
export const PinIsSet = z.strictObject({ has_pin: z.literal(true) })
export const PinIsRight = z.strictObject({ right: z.literal(true) })

export const AccountNamed = z.strictObject({
  account: accountText.meta({ description: 'e-mail address or mobile number' }),
  device,
})
export const SignInBegun = z.strictObject({ sign_in_id: signInId })
export const LoginWithCode = z.strictObject({ sign_in_id: signInId, code, device })
export const CodeSent = z.strictObject({ expires_at: momentField })
export const Sent = z.strictObject({ sent: z.literal(true) })

export const ByLink = z.strictObject({ token: linkToken })
export const ResetPwd = z.strictObject({ token: linkToken, password })
export const PasswordReset = z.strictObject({ reset: z.literal(true) })
export const UnlockCodeSent = z.strictObject({ unlock_id: z.uuid(), expires_at: momentField })
export const UnlockAccount = z.strictObject({
  unlock_id: z.uuid(problem('unlock_id')),
  code,
  password,
})
export const Unlocked = z.strictObject({ unlocked: z.literal(true) })
export const Frozen = z.strictObject({ frozen: z.literal(true) })
export const ChangeCancelled = z.strictObject({ cancelled: z.literal(true) })
export const Verified = z.strictObject({ verified: z.literal(true) })

export const ChangeEmail = z.strictObject({ email: accountText, password })
export const ChangeMobile = z.strictObject({ mobile: accountText, password })
export const ByCode = z.strictObject({ code })
export const ChangePwd = z.strictObject({ password, new_password: password })
export const Changed = z.strictObject({ changed: z.literal(true) })
export const ChangePaypwd = z.strictObject({ pin: pinField, new_pin: pinField, password })
export const ResetPaypwd = z.strictObject({ code, new_pin: pinField, password })

export type UserInfoView = z.output<typeof UserInfo>
export type SignedInView = z.output<typeof SignedIn>
export type SessionsView = z.output<typeof Sessions>
export type SecondStepView = z.output<typeof SecondStep>
