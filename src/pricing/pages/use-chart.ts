/** What an open chart shows: its span and karat, the candles asked for, and the price of this moment at their end. */
import { useMemo, useRef, useState } from 'react'
import { get } from '../../ui/api-client.ts'
import { momentOf } from '../../ui/clock.ts'
import type { LivePrice } from '../../ui/price.ts'
import type { CandleList } from '../contract.ts'
import {
  type ChartKarat,
  type Point,
  pricesOfKarat,
  type Range,
  rangeQuery,
  wholePointsOf,
  withLive,
} from './price-ranges.ts'

type Shown = { range: Range; karat: ChartKarat; points: Point[] }

/** Today in fine gold comes with the page; whatever else is chosen is shown once it has come. */
export function useChart(today: Point[], price: LivePrice) {
  const [shown, setShown] = useState<Shown>({ range: '1D', karat: 24, points: today })
  const [wanted, setWanted] = useState<Pick<Shown, 'range' | 'karat'> | null>(null)
  const latest = useRef(0)

  async function choose(next: Pick<Shown, 'range' | 'karat'>) {
    const turn = ++latest.current
    setWanted(next)
    const query = { ...rangeQuery(next.range), ...(next.karat === 24 ? {} : { karat: next.karat }) }
    const answer = await get<CandleList>('/product/getGoldPriceK', query).catch(() => null)
    if (turn !== latest.current) return
    setWanted(null)
    if (answer?.status === 'success') setShown({ ...next, points: wholePointsOf(answer.data.candles) })
  }

  const points = useMemo(() => {
    const live = { ...pricesOfKarat(price, shown.karat), at: momentOf(price.source_at), currency: price.currency }
    return withLive(shown.points, shown.range, live)
  }, [shown, price])
  const chosen = wanted ?? shown
  return {
    range: chosen.range,
    karat: chosen.karat,
    shown: { ...shown, points },
    busy: wanted !== null,
    chooseRange: (range: Range) => void choose({ ...chosen, range }),
    chooseKarat: (karat: ChartKarat) => void choose({ ...chosen, karat }),
    /** Whole candles of what is shown, where only their ends are known. */
    wantBars: () => {
      if (!shown.points.some(({ bars }) => bars)) void choose(chosen)
    },
  }
}
