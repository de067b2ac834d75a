/** The hash chains, read again from the first transfer to the last. */
import { type Db, type Queryable, sql } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'

type ChainFault = {
  /**
   * content: the transfer is not what was hashed. link: the one before it was replaced. gap: the one before it is missing.
   * entries: its entries are not its legs. head: the chain ends elsewhere than its head says.
   * published: a head that was published is not in the chain (any more).
   */
  fault: 'content' | 'link' | 'gap' | 'entries' | 'head' | 'published'
  transfer_id: string | null
  shard: number | null
  seq: bigint | null
}

/**
 * The first bad transfer, or null when every transfer is what was hashed, no chain has a gap, every chain ends at its head
 * and every published head is still in it. "First" is by chain and place for altered and missing transfers.
 */
export const verifyChain = (db: Db): Promise<ChainFault | null> => inOneSnapshot(db, findChainFault)

/** The same with what `on` sees. */
export async function findChainFault(on: Queryable): Promise<ChainFault | null> {
  for (const find of [findAltered, findMislinked, findWrongHead, findUnpublished, findStrayEntry]) {
    const fault = await find(on)
    if (fault) return fault
  }
  return null
}

const findAltered = (tx: Queryable) =>
  tx.row<ChainFault>(sql`
    select 'content' as fault, id as transfer_id, shard, seq from ledger.transfers
    where hash <> ledger.content_hash(previous_hash, id, kind, reference, accounts, amounts, actor, reason, reverses, created_at, shard, seq)
    order by shard, seq limit 1`)

const findMislinked = (tx: Queryable) =>
  tx.row<ChainFault>(sql`
    select case when seq <> seq_before + 1 then 'gap' else 'link' end as fault, id as transfer_id, shard, seq
    from (select id, shard, seq, previous_hash, lag(seq, 1, 0::bigint) over chain as seq_before,
                 lag(hash, 1, ''::bytea) over chain as hash_before
          from ledger.transfers window chain as (partition by shard order by seq)) as linked
    where seq <> seq_before + 1 or previous_hash <> hash_before
    order by shard, seq limit 1`)

const findStrayEntry = (tx: Queryable) =>
  tx.row<ChainFault>(sql`
    with legs as (
      select t.id, leg.position::smallint as position, leg.account_id, leg.amount
      from ledger.transfers t, unnest(t.accounts, t.amounts) with ordinality as leg(account_id, amount, position)),
    wrong as (
      select coalesce(legs.id, e.transfer_id) as id
      from legs full join ledger.entries e on e.transfer_id = legs.id and e.position = legs.position
      where e.account_id is distinct from legs.account_id or e.amount is distinct from legs.amount)
    select 'entries' as fault, wrong.id as transfer_id, t.shard, t.seq
    from wrong left join ledger.transfers t on t.id = wrong.id order by t.shard, t.seq limit 1`)

const findWrongHead = (tx: Queryable) =>
  tx.row<ChainFault>(sql`
    select 'head' as fault, t.id as transfer_id, coalesce(h.shard, last.shard) as shard, coalesce(h.seq, last.seq) as seq
    from ledger.chain_heads h
    full join (select shard, max(seq) as seq from ledger.transfers group by shard) as last on last.shard = h.shard
    left join ledger.transfers t on t.shard = last.shard and t.seq = last.seq
    where coalesce(h.seq, -1) <> coalesce(last.seq, 0) or h.hash <> coalesce(t.hash, '')
    order by 3 limit 1`)

const findUnpublished = (tx: Queryable) =>
  tx.row<ChainFault>(sql`
    select 'published' as fault, t.id as transfer_id, head.shard, head.seq
    from ledger.published_heads p, jsonb_to_recordset(p.heads) as head(shard smallint, seq bigint, hash text)
    left join ledger.transfers t on t.shard = head.shard and t.seq = head.seq
    where t.hash is null or encode(t.hash, 'hex') <> head.hash or p.digest <> encode(sha256(convert_to(p.heads::text, 'UTF8')), 'hex')
    order by p.published_at, head.shard limit 1`)
