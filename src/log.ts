/** The log: structured, and without what nobody may read in it. */
import { type DestinationStream, type Logger, pino } from 'pino'

/** What PostgreSQL adds to an error holds the row's values: hashes, addresses, names. */
function withoutValues(error: Error) {
  const { detail: _values, ...rest } = pino.stdSerializers.err(error) as ReturnType<typeof pino.stdSerializers.err> & {
    detail?: string
  }
  return rest
}

export const openLog = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: withoutValues },
  }
  return destination ? pino(options, destination) : pino(options)
}
