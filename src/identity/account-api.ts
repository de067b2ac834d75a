/** The calls that open, guard and change accounts: sign-in by code, reset, unlock, freeze, changes of what an account is guarded by. */
import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../credentials/device-rules.ts'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { cancelChange } from './cancel-change.ts'
import { changeEmail, verifyEmail } from './change-email.ts'
import { changeMobile, confirmMobile } from './change-mobile.ts'
import { changePassword } from './change-password.ts'
import { changePin, resetPin, sendPinCode } from './change-pin.ts'
import * as shapes from './contract.ts'
import { callerOf, requireMember } from './door.ts'
import { sendSecondStepCode, signInWithCode } from './finish-sign-in.ts'
import { forgotPassword } from './forgot-password.ts'
import { freezeByLink } from './freeze-account.ts'
import { resetPassword } from './reset-password.ts'
import { sendLogInCode } from './send-log-in-code.ts'
import { sendUnlockCode, unlockAccount } from './unlock-account.ts'

const tags = ['user']
const login = { access: 'public', rate: 'login' } as const
const code = { access: 'public', rate: 'code' } as const
const memberCode = { access: 'member', rate: 'code' } as const
const withPin = { access: 'member', rate: 'pin' } as const

const wishOf = (request: FastifyRequest & { body: { account: string; device?: string | undefined } }) => ({
  account: request.body.account,
  country: request.store.country,
  store: request.store.code,
  language: request.language,
  address: addressSubject(request.ip),
  deviceToken: request.body.device,
})

export function accountApi(door: Door, karat: Bag<'identity'>): void {
  signInCalls(door, karat)
  lostCalls(door, karat)
  linkCalls(door, karat)
  changeCalls(door, karat)
  pinCalls(door, karat)
}

function signInCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/sendLoginCode',
    {
      config: login,
      schema: {
        tags,
        summary: 'Sign in by a code alone',
        body: shapes.AccountNamed,
        response: { 200: shapes.SecondStep },
      },
    },
    (request) => sendLogInCode(karat, wishOf(request)),
  )
  door.post(
    '/user/sendSecondStepCode',
    {
      config: code,
      schema: {
        tags,
        summary: 'Send the code of a new device',
        body: shapes.SignInBegun,
        response: { 200: shapes.CodeSent },
      },
    },
    (request) => sendSecondStepCode(karat, request.body.sign_in_id, deviceOf(request.headers['user-agent'])),
  )
  door.post(
    '/user/loginWithCode',
    {
      config: code,
      schema: {
        tags,
        summary: 'Finish a sign-in with its code',
        body: shapes.LoginWithCode,
        response: { 200: shapes.SignInAnswer },
      },
    },
    (request) => {
      const { sign_in_id: signInId, code, device } = request.body
      return signInWithCode(karat, { signInId, code, caller: callerOf(request, device) })
    },
  )
}

function lostCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/forgotPassword',
    {
      config: login,
      schema: {
        tags,
        summary: 'Send a link that sets a new password',
        body: shapes.AccountNamed,
        response: { 200: shapes.Sent },
      },
    },
    (request) => forgotPassword(karat, wishOf(request)),
  )
  door.post(
    '/user/resetPwd',
    {
      config: code,
      schema: {
        tags,
        summary: 'Set a new password by a link',
        body: shapes.ResetPwd,
        response: { 200: shapes.PasswordReset },
      },
    },
    async (request) => {
      request.about = { member: await resetPassword(karat, request.body) }
      return { reset: true as const }
    },
  )
  door.post(
    '/user/sendUnlockCode',
    {
      config: login,
      schema: {
        tags,
        summary: 'Send an unlocking code',
        body: shapes.AccountNamed,
        response: { 200: shapes.UnlockCodeSent },
      },
    },
    (request) => sendUnlockCode(karat, wishOf(request)),
  )
  door.post(
    '/user/unlockAccount',
    {
      config: code,
      schema: {
        tags,
        summary: 'Unlock with code and password',
        body: shapes.UnlockAccount,
        response: { 200: shapes.Unlocked },
      },
    },
    async (request) => {
      const { unlock_id: unlockId, code, password } = request.body
      const address = addressSubject(request.ip)
      request.about = { member: await unlockAccount(karat, { unlockId, code, password, address }) }
      return { unlocked: true as const }
    },
  )
}

function linkCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/freezeAccount',
    {
      config: code,
      schema: {
        tags,
        summary: 'Freeze an account by the link of an alarm',
        body: shapes.ByLink,
        response: { 200: shapes.Frozen },
      },
    },
    async (request) => {
      request.about = { member: await freezeByLink(karat, request.body.token) }
      return { frozen: true as const }
    },
  )
  door.post(
    '/user/cancelChange',
    {
      config: code,
      schema: {
        tags,
        summary: 'Cancel a change by the link of its notice',
        body: shapes.ByLink,
        response: { 200: shapes.ChangeCancelled },
      },
    },
    async (request) => {
      request.about = { member: await cancelChange(karat, request.body.token) }
      return { cancelled: true as const }
    },
  )
  door.post(
    '/user/verifyAccount',
    {
      config: code,
      schema: {
        tags,
        summary: 'Confirm a new e-mail address',
        body: shapes.ByLink,
        response: { 200: shapes.Verified },
      },
    },
    async (request) => {
      request.about = { member: await verifyEmail(karat, request.body.token) }
      return { verified: true as const }
    },
  )
}

function changeCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/changeEmail',
    {
      config: memberCode,
      schema: {
        tags,
        summary: 'Ask for another e-mail address',
        body: shapes.ChangeEmail,
        response: { 200: shapes.Sent },
      },
    },
    (request) => changeEmail(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
  door.post(
    '/user/changeMobile',
    {
      config: memberCode,
      schema: {
        tags,
        summary: 'Ask for another mobile number',
        body: shapes.ChangeMobile,
        response: { 200: shapes.CodeSent },
      },
    },
    (request) => {
      const wish = { ...request.body, country: request.store.country, address: addressSubject(request.ip) }
      return changeMobile(karat, requireMember(request), wish)
    },
  )
  door.post(
    '/user/confirmMobile',
    {
      config: memberCode,
      schema: { tags, summary: 'Confirm the mobile number', body: shapes.ByCode, response: { 200: shapes.Verified } },
    },
    (request) => confirmMobile(karat, requireMember(request), request.body.code),
  )
  door.post(
    '/user/changePwd',
    {
      config: memberCode,
      schema: { tags, summary: 'Replace the password', body: shapes.ChangePwd, response: { 200: shapes.Changed } },
    },
    (request) => {
      const { password, new_password: newPassword } = request.body
      return changePassword(karat, requireMember(request), {
        password,
        newPassword,
        address: addressSubject(request.ip),
      })
    },
  )
}

function pinCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/changePaypwd',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Replace the payment PIN',
        body: shapes.ChangePaypwd,
        response: { 200: shapes.PinIsSet },
      },
    },
    (request) => {
      const { pin, new_pin: newPin, password } = request.body
      return changePin(karat, requireMember(request), { pin, newPin, password, address: addressSubject(request.ip) })
    },
  )
  door.post(
    '/user/sendPinCode',
    {
      config: memberCode,
      schema: {
        tags,
        summary: 'Send the code of a forgotten PIN',
        body: shapes.Nothing,
        response: { 200: shapes.CodeSent },
      },
    },
    (request) => sendPinCode(karat, requireMember(request)),
  )
  door.post(
    '/user/resetPaypwd',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Replace a forgotten PIN',
        body: shapes.ResetPaypwd,
        response: { 200: shapes.PinIsSet },
      },
    },
    (request) => {
      const { code, new_pin: newPin, password } = request.body
      return resetPin(karat, requireMember(request), { code, newPin, password, address: addressSubject(request.ip) })
    },
  )
}
