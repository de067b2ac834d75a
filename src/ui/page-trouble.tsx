/** The error boundary of pages that live in the browser: what happened, what is safe, and a way on. */
import { useRevalidator, useRouteError } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { ApiError } from './api-client.ts'
import { Button, ButtonLink } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { ErrorState } from './states.tsx'

function Trouble() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  // The full error page stands in the place of the layout: the root's boundary shows it.
  if (!(error instanceof ApiError)) throw error
  // A page opens with what its address names: what is no name of anything is nowhere.
  const missing = error.error === 'not_found' || error.error === 'invalid_input'
  const title = missing ? m.ui_trouble_missing() : m.ui_trouble_title()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ErrorState
        as="h1"
        title={title}
        text={missing ? m.ui_trouble_missing_text() : error.message}
        action={
          missing ? (
            <ButtonLink to="/user">{m.ui_trouble_to_account()}</ButtonLink>
          ) : (
            <Button busy={state === 'loading'} onClick={() => void revalidate()}>
              {m.ui_trouble_again()}
            </Button>
          )
        }
      />
    </>
  )
}

/**
 * The boundary of a page around what its own calls were refused. The server makes no such call and has no such boundary:
 * what fails there reaches the root's, too, and stands in the place of the layout.
 */
export const PageTrouble = import.meta.env.SSR ? (undefined as never) : Trouble
