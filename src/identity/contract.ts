/** Wire shapes of sign-up, sign-in, sessions and the PIN. */
import { z } from 'zod'
import { passwordLength } from '../credentials/password-rules.ts'
import { momentField, ownedId, typedText } from '../http/wire.ts'
import { settings } from '../settings.ts'

const accountText = typedText(3, 254)
const password = typedText(1, 4 * settings.password.max).refine(
  (text) => passwordLength(text) <= settings.password.max,
  `must have at most ${settings.password.max} characters`,
)
const pin = z.string().regex(/^[0-9]{6}$/, 'must be six digits')
const linkCode = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be a code from a link')

export const SendSignupCode = z
  .strictObject({
    email: accountText.optional(),
    mobile: accountText.optional(),
    agreement_version: typedText(1, 20),
    invite: linkCode.optional().meta({ description: 'code of the member whose link led here' }),
    referral: linkCode.optional().meta({ description: 'code of the agent or activity whose link led here' }),
  })
  .refine((body) => (body.email === undefined) !== (body.mobile === undefined), {
    message: 'or mobile: exactly one',
    path: ['email'],
  })
export const SignupCodeSent = z.strictObject({ sign_up_id: z.uuid(), expires_at: momentField })

export const Signup = z.strictObject({
  sign_up_id: z.uuid('must be an id as sendSignupCode gave it'),
  code: z.string().regex(/^[0-9]{6}$/, 'must be six digits'),
  name: typedText(1, 80).regex(/\S/, 'must not be empty'),
  password,
})
export const Login = z.strictObject({
  account: accountText.meta({ description: 'e-mail address or mobile number' }),
  password,
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
  member_since: momentField,
})
export const SignedIn = z.strictObject({ token: z.string(), expires_at: momentField, userInfo: UserInfo })

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

export const SetPin = z.strictObject({ pin, password })
export const CheckPin = z.strictObject({ pin })
export const PinIsSet = z.strictObject({ has_pin: z.literal(true) })
export const PinIsRight = z.strictObject({ right: z.literal(true) })

export type UserInfoView = z.output<typeof UserInfo>
export type SignedInView = z.output<typeof SignedIn>
export type SessionsView = z.output<typeof Sessions>
