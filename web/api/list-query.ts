import {
  type QueryFunction,
  type QueryFunctionContext,
  queryOptions,
  experimental_streamedQuery as streamedQuery,
} from "@tanstack/react-query";
import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "./address.ts";
import { ask } from "./ask.ts";

/** The server's largest page. */
const pageRows = 1000;

/** What every list answers: its rows under a name of their own, and how many there are in all. */
type Answer = Record<string, unknown> & { total: number };

type RowsOf<E extends EndpointData> = {
  [K in keyof ResponseOf<E>]: ResponseOf<E>[K] extends readonly unknown[] ? K : never;
}[keyof ResponseOf<E>] &
  string;

/** Page after page, each as large as the server gives. */
async function* pages(
  endpoint: EndpointData,
  rows: string,
  request: PlainRequest,
  context: QueryFunctionContext,
): AsyncGenerator<Answer> {
  for (let offset = 0, total = 1; offset < total; offset += pageRows) {
    const query = { ...request.query, limit: String(pageRows), offset: String(offset) };
    const { data } = await ask(endpoint, { ...request, query }, context);
    const page = data as unknown as Answer;
    yield page;
    total = page.total;
    // Rows went away meanwhile: what is left has been seen.
    if ((page[rows] as unknown[]).length === 0) return;
  }
}

/**
 * TanStack's options for a list. A page is one request; all of it comes page by page, and what is
 * there is shown while the rest is on its way (`total` says how much).
 * @param rows the name under which the answer has its rows.
 */
export function listQuery<E extends EndpointData>(
  endpoint: E,
  rows: RowsOf<E>,
  request: RequestOf<E>,
) {
  const asked: PlainRequest = request;
  const onePage: QueryFunction<ResponseOf<E>> = async (context) =>
    (await ask(endpoint, asked, context)).data;
  const everything: QueryFunction<ResponseOf<E>> = streamedQuery<Answer, ResponseOf<E>>({
    streamFn: (context) => pages(endpoint, rows, asked, context),
    reducer: (known, page) => {
      const before = (known as unknown as Answer)[rows] as unknown[];
      return { ...page, [rows]: before.concat(page[rows]) } as unknown as ResponseOf<E>;
    },
    initialValue: { [rows]: [], total: 0 } as unknown as ResponseOf<E>,
    // A list that is asked for again stays in sight until it is all there anew.
    refetchMode: "replace",
  });
  const queryKey: readonly unknown[] = [endpoint.method, endpoint.path, request];
  const isPage = asked.query?.limit !== undefined;
  return queryOptions({
    queryKey,
    queryFn: isPage ? onePage : everything,
    // With every part all rows before it would be compared once more.
    structuralSharing: isPage,
  });
}
