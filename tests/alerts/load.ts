import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sentReading } from "#seeds/builders/reading.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import { Page, productionSecrets } from "../support/portal-process.ts";
import { advisorsInLoad, type Person, type Stage } from "./stage.ts";

/**
 * Milliseconds between two actions of one person, between two events of the platform, and
 * (`outgoing`) between two rounds of a change, a letter and a push.
 */
const pauses = { advisor: 2_000, manager: 2_000, platform: 1_000, outgoing: 10_000 };

/** Does on a small scale what people and the platform do on an ordinary day. */
export class Load {
  /** Whether the platform sends events. */
  isIngesting = true;
  /** Whether changes, letters and pushes are caused. */
  isSending = true;
  readonly #stage: Stage;
  #running: Promise<void>[] = [];
  #isOn = true;
  #answers = 0;
  #failures = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  counts() {
    return { answers: this.#answers, failures: this.#failures };
  }

  start(): void {
    const { managers, processes } = this.#stage;
    const advisors = this.#advisors();
    const visitor = new Page(processes.third.base);
    this.#running = [
      ...advisors.map((one) =>
        this.#repeat(pauses.advisor, () => read(one.page, `/api/psychics/${one.id}/status`)),
      ),
      ...managers.map((one) =>
        this.#repeat(pauses.manager, () => read(one.page, "/api/psychics?limit=100")),
      ),
      this.#repeat(pauses.manager, () => read(visitor, "/login")),
      this.#repeat(pauses.platform, () => this.isIngesting && this.event()),
      this.#repeat(pauses.outgoing, async (turn) => {
        const advisor = advisors[turn % advisors.length];
        if (!advisor || !this.isSending) return;
        // On for every advisor in turn, then off for every advisor: setting the same value again
        // would be no change.
        await this.change(advisor, Math.floor(turn / advisors.length) % 2 === 0);
        await this.letter(advisor);
        await this.pushTest(advisor);
      }),
    ];
  }

  /** Resolves when every request under way has its answer. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#running);
  }

  /** A reading that the platform sends. */
  async event(): Promise<void> {
    const advisors = this.#advisors();
    const advisor = advisors[Math.floor(Math.random() * advisors.length)];
    const reading = sentReading({
      ...{ connection_id: randomUUID(), user_id: advisor?.id ?? 0, customer_id: 7, minutes: 12 },
    });
    const body = {
      type: "readings.recorded",
      timestamp: new Date().toISOString(),
      data: { readings: [reading] },
    };
    const signature = signatureHeaders(productionSecrets.INGEST_SECRET, JSON.stringify(body));
    await expectStatus(
      200,
      new Page(this.#stage.processes.first.base).send(
        "POST",
        "/api/ingest/events",
        body,
        signature,
      ),
    );
  }

  /** A manager's change, which becomes a delivery to the platform. */
  async change({ id }: Person, isOn: boolean): Promise<void> {
    const [manager] = this.#stage.managers;
    const permissions = isOn ? "AgentPhone" : "";
    const path = `/api/psychics/${id}/permissions`;
    if (manager) await expectStatus(204, manager.page.send("PUT", path, { permissions }));
  }

  /** A letter with a recovery link. */
  async letter({ email }: Person): Promise<void> {
    const page = new Page(this.#stage.processes.first.base);
    await expectStatus(204, page.send("POST", "/api/profile/forgot_password", { email }));
  }

  /** A test message to the psychic's device. */
  async pushTest({ page }: Person): Promise<void> {
    await expectStatus(202, page.send("POST", "/api/push/test"));
  }

  #advisors(): Person[] {
    return this.#stage.advisors.slice(0, advisorsInLoad);
  }

  /** Failures are only counted, because they are expected while a fault lasts. */
  async #repeat(milliseconds: number, act: (turn: number) => unknown): Promise<void> {
    for (let turn = 0; this.#isOn; turn += 1) {
      try {
        await act(turn);
        this.#answers += 1;
      } catch {
        this.#failures += 1;
      }
      await pause(milliseconds);
    }
  }
}

const read = (page: Page, path: string) => expectStatus(200, page.get(path));

async function expectStatus(
  status: number,
  asked: Promise<{ status: number; text: string }>,
): Promise<void> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text.slice(0, 200)}`);
}
