/** The full error page (seed §2): status code, status message, and the error's message as description. */
import { isRouteErrorResponse, useLocation } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { ButtonLink } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { SkipLink } from './shell/frame.tsx'
import { HeaderBar } from './shell/site-header.tsx'
import { Wordmark } from './wordmark.tsx'

type Shown = { status: number; statusMessage: string; description: string }

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const { status, statusMessage, description } = shownOf(error, pathname)
  return (
    <>
      <PageTitle>{status}</PageTitle>
      <SkipLink />
      <HeaderBar>
        <Wordmark />
      </HeaderBar>
      <main
        id="main"
        tabIndex={-1}
        className="wrap grid min-h-[70vh] content-center justify-items-start gap-5 py-16 outline-none"
      >
        <p className="fig-xl text-ink-3">{status}</p>
        <h1 className="h1">{statusMessage}</h1>
        <p className="max-w-[60ch] break-words text-ink-2">{description}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <ButtonLink to="/">{m.ui_error_home()}</ButtonLink>
          <ButtonLink to="/product/product" kind="ghost">
            {m.ui_error_shop()}
          </ButtonLink>
        </div>
      </main>
    </>
  )
}

/** What stands there when the error carries no words of its own. */
const phrases = ['', 'Not Found', 'Internal Server Error']

/** A Refusal that a loader let through carries its name as `data.code`; its own sentence belongs to the API, not to a page. */
function shownOf(error: unknown, pathname: string): Shown {
  if (!isRouteErrorResponse(error))
    return { status: 500, statusMessage: m.ui_error_500(), description: messageOf(error) }
  const { status, statusText, data } = error
  const own = phrases.includes(statusText ?? '') || data?.code ? null : statusText
  if (status === 404)
    return { status, statusMessage: own ?? m.ui_error_404(), description: m.ui_error_404_text({ path: pathname }) }
  return {
    status,
    statusMessage: own ?? m.ui_error_500(),
    description: typeof data === 'string' && data ? data : m.ui_error_500_text(),
  }
}

/** What the server keeps to itself reaches the browser under one name, which says nothing to anybody. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message && message !== 'Unexpected Server Error' ? message : m.ui_error_500_text()
}
