/** The words of the seeded tasks, the common ones first. */
const WORDS =
  `the a to and in of for is on with when not it that are be as user from task this we should after page list
  error can fails export project which by or an at has login without customer button report before while email date
  request service team server update data view form field value changes load status filter search mobile new wrong only
  one two second time shows missing default table screen still needs every already because whether never until where
  invoice payment password token session account billing settings profile dashboard calendar board sprint backlog review
  release version deploy deployment migration database index query cache queue worker scheduler webhook callback retry
  timeout latency memory connection network proxy certificate domain browser desktop tablet layout header footer sidebar
  dialog dropdown checkbox tooltip icon colour contrast keyboard shortcut accessibility translation language locale
  currency timezone format validation message warning notification reminder digest subscription template attachment
  upload download archive backup restore import duplicate merge split rename delete recover history audit permission
  role owner member guest invitation registration reset link redirect cookie consent privacy retention policy legal
  contract vendor supplier delivery shipment warehouse stock order basket checkout discount voucher refund tax receipt
  ledger balance forecast budget estimate capacity workload holiday absence onboarding training handbook documentation
  example tutorial pipeline build test coverage regression flaky snapshot fixture container image registry cluster node
  region failover replica monitoring alert incident postmortem threshold metric chart axis legend tile widget summary
  feedback survey interview persona journey prototype wireframe mockup typography spacing animation transition scroll
  pagination sorting grouping nested hierarchy parent subtask dependency blocker priority severity urgency deadline
  milestone roadmap quarter objective stakeholder approval decision meeting agenda minutes follow quickly slowly
  sometimes randomly consistently behind under between around across during within against despite according`.split(
    /\s+/,
  );

/** Sentences of some 70 characters, the same ones at every run. */
export function sentences(count: number): string[] {
  const random = repeatableRandom(count);
  return Array.from({ length: count }, () => sentence(8 + Math.floor(random() * 7), random));
}

function sentence(length: number, random: () => number): string {
  // Squared: the first words are much more frequent than the last, as in any language.
  const words = Array.from({ length }, () => WORDS[Math.floor(WORDS.length * random() ** 2)]).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
