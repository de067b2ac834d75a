/** Search as one types: a combobox with products, categories and earlier searches; without JavaScript a plain form. */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { Input } from './control.tsx'
import { Icon } from './icon.tsx'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { OptionLine } from './search-option-line.tsx'
import { listOf, type OptionGroup, type SearchOption, searchOptions } from './search-options.ts'
import { useFollowing } from './use-following.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  /** What is searched for now. */
  words?: string
  /** Where Enter leads with these words; else to the whole list. */
  hrefFor?: (words: string) => string
  onLeave?: () => void
  /** Suggestions stand below the field in the page, instead of floating over what follows. */
  inline?: boolean
  field?: RefObject<HTMLInputElement | null>
  /** Hidden fields that a search without JavaScript must keep. */
  children?: ReactNode
}

export function SearchBox({ words = '', hrefFor = (typed) => listOf(typed), onLeave, inline, field, children }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const id = useId()
  const box = useCombobox(words)
  const navigate = useNavigate()

  function leave(to: string, searched: string) {
    rememberSearch(searched)
    box.close()
    input.current?.blur()
    onLeave?.()
    void navigate(to)
  }

  function clear() {
    box.type('')
    input.current?.focus()
    if (words) void navigate(hrefFor(''), { preventScrollReset: true })
  }

  return (
    <search className="relative block min-w-0" onBlur={box.onBlur}>
      <form
        action="/product/product"
        onSubmit={(event) => {
          event.preventDefault()
          leave(hrefFor(box.typed.trim()), box.typed)
        }}
      >
        {children}
        <Icon name="magnifying-glass" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
        <Input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          className="control px-10.5"
          value={box.typed}
          maxLength={80}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={m.ui_search_placeholder()}
          aria-label={m.ui_search_placeholder()}
          aria-autocomplete="list"
          aria-expanded={box.shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={box.shown && box.active ? `${id}-${box.active.key}` : undefined}
          onChange={(event) => box.type(event.target.value)}
          onFocus={box.onFocus}
          onClick={box.onFocus}
          onKeyDown={(event) => pressed(event, box, { inline: inline ?? false, leave })}
        />
        {box.typed && <Clear onClick={clear} />}
      </form>
      <Suggested id={id} box={box} inline={inline ?? false} onChoose={leave} />
      <p className="sr-only" role="status">
        {box.said}
      </p>
    </search>
  )
}

type Box = ReturnType<typeof useCombobox>
type Leave = (to: string, words: string) => void

/** Arrows walk through the lines, Enter takes the one they are on, Escape closes and then clears. */
function pressed(event: KeyboardEvent, box: Box, { inline, leave }: { inline: boolean; leave: Leave }) {
  const closes = box.open && !inline
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    box.move(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Escape' && (closes || box.typed)) {
    event.preventDefault()
    event.stopPropagation()
    if (closes) box.close()
    else box.type('')
  } else if (event.key === 'Enter' && box.active) {
    event.preventDefault()
    leave(box.active.to, box.active.words)
  }
}

const Clear = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="icon-btn absolute top-0.5 right-0.5"
    aria-label={m.ui_search_clear()}
    onClick={onClick}
  >
    <Icon name="x" size="s" />
  </button>
)

type SuggestedProps = { id: string; box: Box; inline: boolean; onChoose: Leave }

function Suggested({ id, box, inline, onChoose }: SuggestedProps) {
  return (
    <>
      <div className="suggestions" data-inline={inline} hidden={!box.shown}>
        <div id={`${id}-list`} role="listbox" aria-label={m.ui_search_suggestions()}>
          {box.groups.map((group) => (
            <Group key={group.key} group={group} id={id} active={box.active} onChoose={onChoose} />
          ))}
        </div>
        {box.groups[0]?.key === 'recent' && (
          <button type="button" className="link mx-3 my-1 min-h-11 text-sm" onClick={box.forget}>
            {m.ui_search_forget()}
          </button>
        )}
      </div>
      {box.open && box.nothing && (
        <p className="suggestions px-4 py-3 text-ink-2" data-inline={inline}>
          {m.ui_search_nothing()}
        </p>
      )}
    </>
  )
}

type GroupProps = {
  group: OptionGroup
  id: string
  active: SearchOption | null
  onChoose: Leave
}

function Group({ group, id, active, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with this role
    <div role="group" aria-label={group.title || m.ui_search_suggestions()}>
      {group.title && (
        <p className="suggestions-title" aria-hidden="true">
          {group.title}
        </p>
      )}
      {group.options.map((option) => (
        <Link
          key={option.key}
          id={`${id}-${option.key}`}
          to={option.to}
          role="option"
          tabIndex={-1}
          aria-selected={option.key === active?.key}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onChoose(option.to, option.words)
          }}
        >
          <OptionLine option={option} />
        </Link>
      ))}
    </div>
  )
}

/** What is typed, what is offered for it, and which line the arrow keys are on. */
function useCombobox(words: string) {
  const [typed, setTyped] = useFollowing(words)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState('')
  const [recent, setRecent] = useState<string[]>([])
  const found = useSuggestions(open ? typed.trim() : '')
  const groups = open ? searchOptions(typed.trim(), found, recent) : []
  const options = groups.flatMap((group) => group.options)
  const onFocus = () => {
    setRecent(recentSearches())
    setOpen(true)
  }
  return {
    typed,
    open,
    groups,
    shown: open && groups.length > 0,
    onFocus,
    active: options.find(({ key }) => key === at) ?? null,
    nothing: typed.trim() !== '' && found !== null && options.length === 0,
    said: open && typed.trim() && found ? m.ui_search_said({ count: options.length }) : '',
    type(next: string) {
      setTyped(next)
      setAt('')
      onFocus()
    },
    move(step: number) {
      onFocus()
      // Beyond either end lies the field itself.
      const keys = ['', ...options.map(({ key }) => key)]
      setAt((now) => keys.at((Math.max(keys.indexOf(now), 0) + step) % keys.length) ?? '')
    },
    close() {
      setOpen(false)
      setAt('')
    },
    forget() {
      forgetSearches()
      setRecent([])
    },
    onBlur({ currentTarget, relatedTarget }: { currentTarget: Node; relatedTarget: EventTarget | null }) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOpen(false)
    },
  }
}
