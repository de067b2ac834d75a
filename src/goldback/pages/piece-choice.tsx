/** The member's own pieces by number, each with what it brings now against what it was bought for. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Input } from '../../ui/control.tsx'
import { Change, Moment, money } from '../../ui/figures.tsx'
import { changeBetween, minorOf } from '../../ui/price.ts'
import { goldbackPlaces } from './goldback-places.ts'
import type { Consigning, OwnPieceView } from './use-consigning.ts'

export function PieceChoice({ consigning }: { consigning: Consigning }) {
  const { own, price, currency } = consigning
  return (
    <fieldset>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <legend className="h3 float-left">{m.goldback_your_pieces()}</legend>
        {price && (
          <p className="small text-ink-2">{m.goldback_bid({ price: money({ amount: price.bid, currency }) })}</p>
        )}
      </div>
      <ul className="border-t border-line">
        {own.pieces.map((piece) => (
          <Piece key={piece.serial} piece={piece} consigning={consigning} />
        ))}
      </ul>
    </fieldset>
  )
}

function Piece({ piece, consigning }: { piece: OwnPieceView; consigning: Consigning }) {
  const { chosen, choose, own, worth, currency } = consigning
  const { serial, name, image, weight, bought_for, bought_at, case_id } = piece
  const isChosen = chosen.includes(serial)
  const now = worth(weight)
  return (
    <li className="border-b border-line">
      <label className="flex items-center gap-4 py-4">
        <Input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          disabled={case_id !== null || (!isChosen && chosen.length >= own.most_pieces)}
          onChange={({ currentTarget }) => choose(serial, currentTarget.checked)}
        />
        <img
          src={image}
          alt=""
          width="72"
          height="72"
          className="size-18 flex-none rounded-tag bg-tile"
          loading="lazy"
        />
        <span className={`grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[1fr_auto] ${case_id ? 'text-ink-3' : ''}`}>
          <span className="font-semibold">{name}</span>
          {now !== null && !case_id && (
            <span className="font-semibold sm:text-right">{money({ amount: now, currency })}</span>
          )}
          <span className="small text-ink-2">{serial}</span>
          {now !== null && bought_for !== null && !case_id && (
            <span className="small sm:text-right">
              <Change
                change={changeBetween(minorOf(bought_for, currency), minorOf(now, currency))}
                currency={currency}
              />
            </span>
          )}
          <span className="small text-ink-2 sm:col-span-2">
            {bought_for === null
              ? m.orders_grams_label()
              : m.goldback_bought({ amount: money({ amount: bought_for, currency }) })}{' '}
            · <Moment at={bought_at} />
          </span>
        </span>
      </label>
      {case_id && (
        <p className="small -mt-2 pb-4 pl-9">
          <Link to={goldbackPlaces.case(case_id)} className="link">
            {m.goldback_being_sold()}
          </Link>
        </p>
      )}
    </li>
  )
}
