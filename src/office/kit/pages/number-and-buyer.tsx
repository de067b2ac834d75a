/** An order in its row: its number and, on a phone, where the buyer has no column, their name. */
export const NumberAndBuyer = ({ number, buyer }: { number: string; buyer: string }) => (
  <>
    {number} <span className="font-normal text-ink-2 md:hidden">{buyer}</span>
  </>
)
