/*
 * Neighbouring words of shared memory: which accesses ptxas makes one of, and which not; the numbers of
 * LDS and STS of each kernel, read with nvdisasm, stand in tests/model/test_issued_kernels.c.
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define K extern "C" __global__ void
K f64_pair(double*y){ __shared__ double s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); double a=0; for(int k=0;k<4;k++) a=a*0.5+s[((t*4)&255)+k]; y[t]=a; }
K f32_three(float*y){ __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); y[t]=s[((t*4)&255)]+2*s[((t*4)&255)+1]*s[((t*4)&255)+2]; }
K f32_mid(float*y){ __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; y[t]=s[b+1]+2*s[b+2]*s[b+3]*s[b+4]; }
K f32_unaligned(float*y){ __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
K f32_even(float*y){ __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*2)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
K u16_pair(unsigned short*y){ __shared__ unsigned short s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
K u8_four(unsigned char*y){ __shared__ unsigned char s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
K store_four(float*y){ __shared__ float s[1024]; int t=threadIdx.x; float v=y[t]; s[4*t]=v; s[4*t+1]=v*2; s[4*t+2]=v*3; s[4*t+3]=v+1; __syncthreads(); y[t]=s[(t*7)&1023]; }
K store_between(float*y){ __shared__ float s[512]; __shared__ float q[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; float a=s[b]; q[t]=a; a+=s[b+1]; q[t+1]=a; a+=s[b+2]; q[t+3]=a; a*=s[b+3]; __syncthreads(); y[t]=a+q[(t*9)&511]; }
K dynamic_four(float*y){ extern __shared__ float s[]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
extern __shared__ __align__(16) float dyn16[];
K dynamic_four16(float*y){ float*s=dyn16; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]; }
K two_arrays(float*y){ __shared__ float a[33]; __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; if(t<33)a[t]=t; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]+a[t&31]; }
K global_four(float*y,const float*__restrict__ x){ int t=threadIdx.x; y[t]=x[4*t]+2*x[4*t+1]*x[4*t+2]*x[4*t+3]; }
K store_global_between(float*y){ __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); int b=(t*4)&255; float a=s[b]; y[t]=a; a+=s[b+1]; y[t+1]=a; a+=s[b+2]; y[t+3]=a; a*=s[b+3];  y[t+700]=a; }
K uniform_row(float*y,int r){ __shared__ float s[8][32]; int t=threadIdx.x; s[t/32][t%32]=y[t]; __syncthreads(); float a=0; for(int k=0;k<32;k++) a=a*0.25f+s[r][k]; y[t]=a; }
K padded_row(float*y){ __shared__ float s[32][33]; int t=threadIdx.x; s[t/32][t%32]=y[t]; __syncthreads(); float a=0; for(int k=0;k<8;k++) a=a*0.25f+s[threadIdx.y][k]; y[t]=a; }
K loop_rows(float*y,int n){ __shared__ float s[32][32]; int t=threadIdx.x; float a=0; for(int j=0;j<n;j++){ s[t/32][t%32]=y[t+j*999]; __syncthreads(); for(int k=0;k<32;k++) a+=s[threadIdx.y][k]*s[k][threadIdx.x]; __syncthreads();} y[t]=a; }
K local_four(float*y,int i){ float s[16]; int t=threadIdx.x; for(int k=0;k<16;k++) s[k]=y[t*16+k]; float a=s[i]; for(int k=0;k<16;k++) a=a*2+s[k]; y[t]=a+s[(i+3)&15]; }
K direct_symbol(float*y){ __shared__ float s[8]; int t=threadIdx.x; if(t<8) s[t]=y[t]; __syncthreads(); if(t==0) y[0]=s[0]+s[1]*s[2]-s[3]+s[4]*s[5]+s[6]-s[7]; }
K direct_all(float*y){ __shared__ float s[8]; int t=threadIdx.x; if(t<8) s[t]=y[t]; __syncthreads(); y[t]=s[0]+s[1]*s[2]-s[3]+s[4]*s[5]+s[6]-s[7]; }
K two_even(float*y){ __shared__ float a[64]; __shared__ float s[512]; int t=threadIdx.x; s[t]=y[t]; if(t<33)a[t]=t; __syncthreads(); int b=(t*4)&255; y[t]=s[b]+2*s[b+1]*s[b+2]*s[b+3]+a[t&31]; }
K two_v2(float*y){ __shared__ float2 s[256]; int t=threadIdx.x; s[t]=((float2*)y)[t]; __syncthreads(); int b=(t*2)&127; float2 p=s[b],q=s[b+1]; y[t]=p.x*q.y-p.y*q.x; }
K store_two(float*y){ __shared__ float s[1024]; int t=threadIdx.x; float v=y[t]; s[2*t]=v; s[2*t+1]=v*2; __syncthreads(); y[t]=s[(t*7)&1023]; }
K store_two_loads(float*y){ __shared__ float s[1024]; int t=threadIdx.x; s[2*t]=y[t]; s[2*t+1]=y[t+99]; __syncthreads(); y[t]=s[(t*7)&1023]; }
K store_four_loads(float*y){ __shared__ float s[1024]; int t=threadIdx.x; s[4*t]=y[t]; s[4*t+1]=y[t+99]; s[4*t+2]=y[t+991]; s[4*t+3]=y[t+997];__syncthreads(); y[t]=s[(t*7)&1023]; }
K store_four_global_between(float*y){ __shared__ float s[1024]; int t=threadIdx.x; float v=y[t]; s[4*t]=v; y[t+5]=v;  s[4*t+1]=v*2; s[4*t+2]=v*3; s[4*t+3]=v+1;__syncthreads(); y[t]=s[(t*7)&1023]; }
K store_zeros(float*y){ __shared__ float s[1024]; int t=threadIdx.x; s[4*t]=0; s[4*t+1]=0; s[4*t+2]=0; s[4*t+3]=0;__syncthreads(); atomicAdd(&s[(int)y[t]],1.f); __syncthreads(); y[t]=s[(t*7)&1023]; }
K store_zero_two(float*y){ __shared__ float s[1024]; int t=threadIdx.x; s[2*t]=0; s[2*t+1]=0; __syncthreads(); atomicAdd(&s[(int)y[t]],1.f); __syncthreads(); y[t]=s[(t*7)&1023]; }
K store_v2_pair(float*y){ __shared__ float2 s[512]; int t=threadIdx.x; float v=y[t]; s[2*t]=make_float2(v,v*2); s[2*t+1]=make_float2(v*3,v*7); __syncthreads(); y[t]=s[(t*7)&511].x; }
K store_two_bases(float*y,int a){ __shared__ float s[1024]; __shared__ float q[1024]; int t=threadIdx.x; float v=y[t]; s[2*t]=v; q[a+t]=v*3; s[2*t+1]=v*2; __syncthreads(); y[t]=s[(t*7)&1023]+q[t]; }
K store_then_load_pairs(float*y){ __shared__ float s[1024]; int t=threadIdx.x; float v=y[t]; s[2*t]=v; s[2*t+1]=v*2; y[t]=s[2*t+64]; }
/* Words of 16 bits: taken as they are they join, extended to 32 bits they do not. */
#define H(NAME, T, BODY) K NAME(T*y){ __shared__ T s[2048]; int t=threadIdx.x; s[t]=y[t]; __syncthreads(); const T*p=s+threadIdx.y*32; BODY; }
H(halves_to_floats, __half, ((float*)y)[t]=__half2float(p[0])+__half2float(p[1])*3*__half2float(p[2])*__half2float(p[3]))
H(halves_multiplied, __half, y[t]=__hfma(p[0],p[1],__hmul(p[2],p[3])))
H(halves_eight, __half, y[t]=__hadd(__hfma(p[0],p[1],__hmul(p[2],p[3])),__hfma(p[4],p[5],__hmul(p[6],p[7]))))
H(halves_three, __half, y[t]=__hfma(p[0],p[1],p[2]))
H(halves_two, __half, y[t]=__hmul(p[2],p[3]))
H(halves_odd, __half, y[t]=__hmul(p[1],p[2]))
H(shorts_to_floats, unsigned short, ((float*)y)[t]=p[0]*1.5f+p[1]*2.5f+p[2]*3.5f+p[3]*.3f)
H(shorts_added, unsigned short, ((int*)y)[t]=p[0]+p[1]+p[2]+p[3])
H(shorts_moved, unsigned short, y[t]=p[0]; y[t+99]=p[1]; y[t+199]=p[2]; y[t+299]=p[3])
H(shorts_compared, unsigned short, ((int*)y)[t]=(p[0]<p[1])+(p[2]<p[3])*2)
H(bfloats_to_floats, __nv_bfloat16, ((float*)y)[t]=__bfloat162float(p[0])+__bfloat162float(p[1])*3*__bfloat162float(p[2])*__bfloat162float(p[3]))
K store_halves(__half*y){ __shared__ __half s[2048]; int t=threadIdx.x; __half*p=s+threadIdx.y*32; p[0]=y[t]; p[1]=y[t+100]; p[2]=y[t+200]; p[3]=y[t+300]; __syncthreads(); y[t]=s[t*3]; }
K store_three_halves(__half*y){ __shared__ __half s[2048]; int t=threadIdx.x; __half*p=s+threadIdx.y*32; p[0]=y[t]; p[1]=y[t+100]; p[2]=y[t+200]; __syncthreads(); y[t]=s[t*3]; }
