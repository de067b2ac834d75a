/** As much of the packages in bench/package.json as is used: they are installed when a benchmark runs, types are checked always. */

declare module 'autocannon' {
  type Request = { path?: string; headers?: Record<string, string>; body?: string }
  type Options = Request & {
    url: string
    method?: 'GET' | 'POST'
    connections: number
    /** Seconds. */
    duration: number
    requests?: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = {
    requests: { total: number }
    non2xx: number
    errors: number
    statusCodeStats?: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result>
}

declare module 'lighthouse' {
  type Audit = { score: number | null; numericValue?: number; displayValue?: string; details?: object }
  type Category = { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  type Image = { src: string; displayedWidth: number; clientRect: { top: number; bottom: number } }
  export type RunnerResult = {
    lhr: {
      runtimeError?: { message: string }
      categories: Record<string, Category>
      audits: Record<string, Audit>
      environment: { benchmarkIndex: number }
    }
    artifacts: { ViewportDimensions: { innerHeight: number }; ImageElements: Image[] }
  }
  type Flags = { port: number; output: 'json'; logLevel: 'error' }
  export default function lighthouse(url: string, flags: Flags): Promise<RunnerResult | undefined>
}
