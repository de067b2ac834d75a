/** The error boundary of pages that live in the browser: what happened, what is safe, and a way on. */
import { useRevalidator, useRouteError } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { ApiError } from './api-client.ts'
import { Button, ButtonLink } from './button.tsx'
import { ErrorPage } from './error-page.tsx'
import { ErrorState } from './states.tsx'

export function PageTrouble() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (!(error instanceof ApiError)) {
    // The full error page stands in the place of the layout: the root's boundary shows it.
    if (!import.meta.env.SSR) throw error
    return <ErrorPage error={error} />
  }
  const missing = error.error === 'not_found'
  const title = missing ? m.trouble_missing() : m.trouble_title()
  return (
    <>
      <title>{`${title} · Karat`}</title>
      <ErrorState
        title={title}
        text={missing ? m.trouble_missing_text() : error.message}
        action={
          missing ? (
            <ButtonLink to="/user">{m.trouble_to_account()}</ButtonLink>
          ) : (
            <Button busy={state === 'loading'} onClick={() => void revalidate()}>
              {m.trouble_again()}
            </Button>
          )
        }
      />
    </>
  )
}
