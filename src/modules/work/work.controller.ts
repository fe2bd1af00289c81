import { Body, Controller, Get, HttpCode, HttpStatus, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { List } from '#common/http/list.js';
import { ListEndpoint } from '#common/http/list.decorator.js';
import { Creates, Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { outerResponseOf } from '#core/transport/outer-response.js';
import { ReadsAnew } from '#core/http/idempotency.js';
import { AgentCalls } from './calls/agent-calls.service.js';
import { PersonCalls } from './calls/person-calls.service.js';
import { NextWorkResponse, TakenWorkResponse } from './claims/work-brief.dto.js';
import { UndoneClaims } from './claims/undone-claims.js';
import { WorkOffers } from './claims/work-offers.service.js';
import { ReadyTaskResponse } from './ready-task.dto.js';
import { HeartbeatResponse, WorkActivityResponse, WorkDetailResponse, WorkResponse } from './work.dto.js';
import {
  AnswerQuestion,
  Ask,
  CreateWorkActivity,
  Fail,
  Heartbeat,
  NextWork,
  ReadyQuery,
  Release,
  ReplacePlan,
  ReviewWork,
  StopWork,
  Submit,
  TakeWork,
  WorksQuery,
} from './work-input.dto.js';
import { WorkQueriesRepository } from './work-queries.repository.js';
import { conflictOf } from './work-states.js';

const CREATED: number = HttpStatus.CREATED;
const BY_AGENT = { by: 'agent' } as const;
const BY_PERSON = { by: 'person' } as const;

const refusals = (call: Parameters<typeof conflictOf>[0]) => ({ missing: 'Work', conflict: conflictOf(call) });

/** Agents take work here, and people answer and review it. */
@ApiTags('work')
@Controller('work')
export class WorkController {
  constructor(
    private readonly queries: WorkQueriesRepository,
    private readonly offers: WorkOffers,
    private readonly agentCalls: AgentCalls,
    private readonly personCalls: PersonCalls,
    private readonly undone: UndoneClaims,
  ) {}

  /** The works of tasks within reach, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listWork' })
  @RequirePermission('company-data:read')
  @ListEndpoint(WorkResponse)
  findAll(@Context() context: RequestContext, @Query() query: WorksQuery): Promise<List<WorkResponse>> {
    return this.queries.findWorks(context, query);
  }

  /** The delegated tasks that can be taken now, in the order in which they are. */
  @Get('ready')
  @ApiOperation({ operationId: 'listReadyTasks' })
  @RequirePermission('company-data:read')
  @ListEndpoint(ReadyTaskResponse)
  findReady(@Context() context: RequestContext, @Query() query: ReadyQuery): Promise<List<ReadyTaskResponse>> {
    return this.queries.findReady(context, query);
  }

  /** A work with what it said. */
  @Get(':id')
  @ApiOperation({ operationId: 'getWork' })
  @RequirePermission('company-data:read')
  @Returns(WorkDetailResponse, { missing: 'Work' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<WorkDetailResponse> {
    return this.queries.getOne(context, id);
  }

  /** Takes the next task that is ready for the agent of the key; of a client that is gone by then, it is given back. */
  @Post('next')
  @HttpCode(200)
  @ReadsAnew()
  @ApiOperation({ operationId: 'takeNextWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(NextWorkResponse)
  async next(
    @Context() context: RequestContext,
    @Body() input: NextWork,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NextWorkResponse> {
    const gone = new AbortController();
    const response = outerResponseOf(request.raw, reply.raw);
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    if (response.destroyed || (request.raw.destroyed && !reply.raw.writable)) gone.abort();
    const answer = await this.offers.takeNext(context, input, gone.signal);
    this.undone.watchAnswer(context, response, answer.work);
    return answer;
  }

  /** Takes that task; 200 with a fresh lease when this key holds it already. */
  @Post()
  @ReadsAnew()
  @ApiOperation({ operationId: 'takeWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Creates(TakenWorkResponse, {
    existing: 'This key held it already',
    missing: 'Task',
    conflict: 'It is not delegated to this agent, or not ready; the message says why',
  })
  async take(
    @Context() context: RequestContext,
    @Body() input: TakeWork,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TakenWorkResponse> {
    const { status, ...taken } = await this.offers.takeTask(context, input);
    void reply.status(status);
    if (status === CREATED) this.undone.watchAnswer(context, outerResponseOf(request.raw, reply.raw), taken.work);
    return taken;
  }

  /** Renews the lease, and brings the answers that have not been seen. */
  @Post(':id/heartbeat')
  @ApiOperation({ operationId: 'heartbeatWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(HeartbeatResponse, refusals('heartbeat'))
  heartbeat(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: Heartbeat,
  ): Promise<HeartbeatResponse> {
    return this.agentCalls.noteHeartbeat(context, id, input);
  }

  /** Says what the agent does. */
  @Post(':id/activities')
  @ApiOperation({ operationId: 'addWorkActivity' })
  @RequirePermission('work:do', BY_AGENT)
  @Creates(WorkActivityResponse, { missing: 'Work', conflict: `${conflictOf('activities')}, or it has 1,000` })
  addActivity(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: CreateWorkActivity,
  ): Promise<WorkActivityResponse> {
    return this.agentCalls.addActivity(context, id, input);
  }

  /** Replaces what the agent means to do. */
  @Put(':id/plan')
  @ApiOperation({ operationId: 'replaceWorkPlan' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(WorkResponse, refusals('plan'))
  replacePlan(@Context() context: RequestContext, @Id() id: string, @Body() input: ReplacePlan): Promise<WorkResponse> {
    return this.agentCalls.replacePlan(context, id, input);
  }

  /** Asks a person; until the answer comes, the clock stands still. */
  @Post(':id/ask')
  @ApiOperation({ operationId: 'askAboutWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(WorkResponse, refusals('ask'))
  ask(@Context() context: RequestContext, @Id() id: string, @Body() input: Ask): Promise<WorkResponse> {
    return this.agentCalls.askQuestion(context, id, input);
  }

  /** Answers the question of an agent, which goes on with a fresh lease. */
  @Post(':id/answer')
  @ApiOperation({ operationId: 'answerWork' })
  @RequirePermission('work:review', BY_PERSON)
  @Returns(WorkResponse, refusals('answer'))
  answer(@Context() context: RequestContext, @Id() id: string, @Body() input: AnswerQuestion): Promise<WorkResponse> {
    return this.personCalls.answerQuestion(context, id, input);
  }

  /** Hands the work in: the task goes to review, and the summary becomes a comment. */
  @Post(':id/submit')
  @ApiOperation({ operationId: 'submitWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(WorkResponse, refusals('submit'))
  submit(@Context() context: RequestContext, @Id() id: string, @Body() input: Submit): Promise<WorkResponse> {
    return this.agentCalls.submitWork(context, id, input);
  }

  /** Gives the task back. */
  @Post(':id/release')
  @ApiOperation({ operationId: 'releaseWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(WorkResponse, refusals('release'))
  release(@Context() context: RequestContext, @Id() id: string, @Body() input: Release): Promise<WorkResponse> {
    return this.agentCalls.releaseWork(context, id, input);
  }

  /** Says that the task cannot be done this time, or at all. */
  @Post(':id/fail')
  @ApiOperation({ operationId: 'failWork' })
  @RequirePermission('work:do', BY_AGENT)
  @Returns(WorkResponse, refusals('fail'))
  fail(@Context() context: RequestContext, @Id() id: string, @Body() input: Fail): Promise<WorkResponse> {
    return this.agentCalls.failWork(context, id, input);
  }

  /** Accepts what was handed in, or returns it. */
  @Post(':id/review')
  @ApiOperation({ operationId: 'reviewWork' })
  @RequirePermission('work:review', BY_PERSON)
  @Returns(WorkResponse, refusals('review'))
  review(@Context() context: RequestContext, @Id() id: string, @Body() input: ReviewWork): Promise<WorkResponse> {
    return this.personCalls.reviewWork(context, id, input);
  }

  /** Stops the work: at once when it waits for a person, otherwise within a minute. */
  @Post(':id/stop')
  @ApiOperation({ operationId: 'stopWork' })
  @RequirePermission('work:review', BY_PERSON)
  @Returns(WorkResponse, refusals('stop'))
  stop(@Context() context: RequestContext, @Id() id: string, @Body() input: StopWork): Promise<WorkResponse> {
    return this.personCalls.stopWork(context, id, input);
  }
}
