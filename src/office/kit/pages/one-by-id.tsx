/** What a page of the office shows of one thing that its address names by `?id=`; where it is not read anew it stays, and what is typed on it. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useOffice } from './use-office.ts'

const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)

type Props<T> = {
  /** A call that takes the id, and answers it, under the name of `field`. */
  path: string
  field: keyof T & string
  back: { to: string; name: string }
  title: string
  /** Said of an address that names nothing, and of one that was not answered. */
  none: string
  failed: string
  children: (one: T, reload: () => Promise<void>) => ReactNode
}

export function OneById<T extends object>({ path, field, back, title, none, failed, children }: Props<T>) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const reading = useOffice<T>(isId(id) ? path : null, { [field]: id })
  const one = reading.data?.[field] === id ? reading.data : null
  return (
    <>
      <Link to={back.to} className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {back.name}
      </Link>
      {one ? (
        <>
          {reading.failed && (
            <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 font-semibold text-down">
              {failed}
              <Button kind="ghost" size="s" onClick={reading.reload}>
                {m.office_try_again()}
              </Button>
            </p>
          )}
          {children(one, reading.reload)}
        </>
      ) : !isId(id) || reading.failed ? (
        <>
          <h1 className="office-h1 mb-4">{title}</h1>
          <ErrorState
            title={isId(id) ? failed : none}
            action={isId(id) && <Button onClick={reading.reload}>{m.office_try_again()}</Button>}
          />
        </>
      ) : (
        <div className="grid gap-4" aria-busy="true">
          <h1 className="sr-only">{m.office_loading()}</h1>
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </div>
      )}
    </>
  )
}
