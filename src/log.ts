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
    // The reader of forms says at trace level what it was given: the headers with the token in them.
    redact: ['req.headers.authorization', 'req.headers.cookie', 'busboyOptions'],
    serializers: { err: withoutValues },
  }
  return destination ? pino(options, destination) : pino(options)
}
