/** Beside the password, where the authenticator app is on: its code or a recovery code, or a passkey in place of either. */
import { type ComponentProps, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { FactorProofInput } from '../factors-contract.ts'
import type { PasskeyLoginBegunView } from '../passkey-contract.ts'
import { readAppCode, readRecoveryCode } from '../second-factor-rules.ts'
import { answerOf, canUsePasskeys, PasskeyNotUsed } from './passkey-browser.ts'

/** Whether a second factor is asked for, and whether the member has a passkey to show in place of a code. */
export type FactorAsked = { app: boolean; passkey: boolean }

export function useFactor({ app, passkey }: FactorAsked) {
  const [byPasskey, setByPasskey] = useState(false)
  return {
    asked: app,
    offersPasskey: passkey && canUsePasskeys(),
    byPasskey,
    setByPasskey,
    check: (text: string) =>
      !app || byPasskey || readAppCode(text) || readRecoveryCode(text) ? undefined : m.identity_app_any_code_error(),
    /** What the call takes beside the password; asks the device where a passkey was chosen. */
    async proof(code: string): Promise<FactorProofInput> {
      if (!app) return {}
      if (!byPasskey) return { code }
      const begun = await dataOf(post<PasskeyLoginBegunView>('/user/beginPasskeyProof', {}, { beside: true }))
      return { passkey: await answerOf(begun) }
    },
  }
}

/** Beside which field a refusal stands, and in which words; undefined for what is no refusal. */
export function sayFactor(failure: unknown): { at: 'password' | 'code'; words: string } | undefined {
  if (failure instanceof PasskeyNotUsed) return { at: 'code', words: failure.message }
  if (!(failure instanceof ApiError)) return undefined
  if (failure.error === 'sign_in_refused') return { at: 'password', words: m.identity_app_password_wrong() }
  if (failure.error.startsWith('second_factor_')) return { at: 'code', words: failure.message }
  return { at: 'password', words: failure.message }
}

type Props = { factor: ReturnType<typeof useFactor>; field: Partial<ComponentProps<typeof TextField>> }

export function FactorField({ factor: { asked, offersPasskey, byPasskey, setByPasskey }, field }: Props) {
  if (!asked) return null
  return (
    <div className="grid gap-1">
      {byPasskey ? (
        <>
          <p className="text-ink-2">{m.identity_factor_passkey_next()}</p>
          {field.error && (
            <p className="small text-down" role="alert">
              {field.error}
            </p>
          )}
        </>
      ) : (
        <TextField
          label={m.identity_app_any_code()}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          {...field}
        />
      )}
      {offersPasskey && (
        <Button kind="quiet" size="s" className="-ml-3 justify-self-start" onClick={() => setByPasskey(!byPasskey)}>
          {byPasskey ? m.identity_factor_by_code() : m.identity_factor_by_passkey()}
        </Button>
      )}
    </div>
  )
}
