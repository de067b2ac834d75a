/**
 * Words that promise a return, by the language they are said in: no activity says them in any language. A line each; `%` stands for any
 * share in percent, `~` for two words near one another, whichever comes first. How a text is compared with them: promise-rules.ts. Pure data.
 */
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const promisedWords = {
  id: lines(`
    dijamin untung
    pasti untung
    untung pasti
    jaminan untung
    jamin untung
    keuntungan dijamin
    keuntungan pasti
    keuntungan tetap
    profit dijamin
    profit pasti
    pasti profit
    dijamin profit
    dijamin naik
    pasti naik
    harga pasti naik
    tanpa risiko
    tanpa resiko
    bebas risiko
    bebas resiko
    nol risiko
    anti rugi
    tidak mungkin rugi
    tidak akan rugi
    tak mungkin rugi
    tak akan rugi
    mustahil rugi
    pasti cuan
    dijamin cuan
    auto cuan
    cuan pasti
    uang kembali dua kali lipat
    berlipat ganda
    lipat gandakan uang
    imbal hasil pasti
    imbal hasil tetap
    imbal hasil dijamin
    cepat kaya
    kaya mendadak
    passive income pasti
    pendapatan pasif pasti
    bunga tetap
    % per hari
    % per minggu
    % per bulan
    % per tahun
    % sehari
    % seminggu
    % sebulan
    % setahun
    % tiap bulan
    % setiap bulan
    % tiap tahun
    % setiap tahun
    dijamin ~ untung
    jamin ~ keuntungan
    jamin ~ profit
    jamin ~ cuan
    jamin ~ laba
    jamin ~ imbal hasil
    jamin ~ modal
    jamin ~ dividen
    garansi ~ untung
    garansi ~ profit
    garansi ~ modal
    pasti ~ balik modal
    pasti ~ menguntungkan
    modal aman
    selalu naik
    tidak pernah turun
    tak pernah turun
    tidak ada risiko
    risiko nol
  `),
  'en-US': lines(`
    guaranteed return
    guaranteed profit
    guaranteed gain
    guaranteed income
    guaranteed growth
    guaranteed to rise
    guaranteed to grow
    guarantee a return
    guarantee a profit
    guarantee profit
    guarantee return
    returns are guaranteed
    return is guaranteed
    profit is guaranteed
    profits are guaranteed
    assured return
    assured profit
    certain profit
    sure profit
    risk free
    without risk
    without any risk
    no risk at all
    zero risk
    cannot lose
    can not lose
    can't lose
    you never lose
    never lose money
    double your money
    double your gold
    triple your money
    get rich
    fixed return
    fixed monthly return
    always goes up
    only goes up
    will always rise
    % per day
    % per week
    % per month
    % per year
    % a day
    % a week
    % a month
    % a year
    % monthly
    % annually
    % every month
    % every year
    % return
    % profit
    % per annum
    guarante ~ profit
    guarante ~ return
    guarante ~ income
    guarante ~ gains
    guarante ~ capital
    guarante ~ principal
    guarante ~ dividend
    capital is safe
    capital protected
    principal protected
    riskless
    no risk
    nothing to lose
    always rises
    always rise
    never falls
    never goes down
    double your savings
    doubles your
    roi %
    % roi
  `),
  zh: lines(`
    保证收益
    保證收益
    收益保证
    保证盈利
    保證盈利
    保证回报
    保證回報
    保本保息
    保本保收益
    保本
    稳赚
    穩賺
    稳赚不赔
    必赚
    必賺
    包赚
    包賺
    只赚不赔
    零风险
    零風險
    无风险
    無風險
    没有风险
    沒有風險
    毫无风险
    不会亏
    不會虧
    绝不亏损
    绝对上涨
    必涨
    必漲
    稳涨
    翻倍
    翻番
    暴富
    一夜致富
    固定收益
    固定回报
    高额回报
    高額回報
    日息%
    月息%
    年息%
    年化%
    日收益%
    月收益%
    年收益%
    每日%
    每天%
    每月%
    每年%
    月回报%
    年回报%
    %每月
    %每年
    %每天
    %每日
    月赚%
    日赚%
    年赚%
    保证 ~ 获利
    保证 ~ 收益
    保证 ~ 盈利
    保证 ~ 回报
    保证 ~ 利润
    保底
    本金安全
    只涨不跌
  `),
  ms: lines(`
    jamin ~ pulangan
    jamin ~ keuntungan
    pulangan tetap
    pulangan pasti
    untung pasti
    faedah tetap
    dividen tetap
    tiada risiko
    tidak berisiko
    modal dipulangkan
    gandakan wang
    gandakan modal
    lipat kali ganda
    % setiap hari
  `),
} as const satisfies Record<string, readonly string[]>
